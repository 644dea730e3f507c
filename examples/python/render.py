"""Draws a picture over HTTP: python3 render.py photo.png [http://localhost:8787]"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

photo = sys.argv[1]
service = sys.argv[2] if len(sys.argv) > 2 else "http://localhost:8787"


def render(path, **options):
    """The art and how faithful it is."""
    with open(path, "rb") as file:
        request = urllib.request.Request(
            f"{service}/api/v1/render?{urllib.parse.urlencode(options)}",
            data=file.read(),
            # the service looks at the bytes: any image/* will do
            headers={"Content-Type": "image/*"},
        )
    with urllib.request.urlopen(request) as response:
        return response.read().decode(), response.headers["render-quality"]


try:
    art, quality = render(photo, columns=60)
    print(art)
    print(quality)
    render(photo, columns=3)
except urllib.error.HTTPError as error:
    # every error says what to do
    print(json.load(error)["detail"])
