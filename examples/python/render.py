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


def sentence(error):
    """What an error says to do: the service's own sentence, or that of a proxy in front of it."""
    try:
        return json.load(error)["detail"]
    except (ValueError, KeyError):
        return f"{service} answered {error.code} {error.reason}"


try:
    art, quality = render(photo, columns=60)
    print(art)
    print(quality)
    # an error, on purpose
    render(photo, columns=3)
except urllib.error.HTTPError as error:
    print(sentence(error))
except urllib.error.URLError as error:
    # no response at all
    sys.exit(f"{service} cannot be reached: {error.reason}")
