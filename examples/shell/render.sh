#!/usr/bin/env bash
# Draws a picture over HTTP: bash render.sh photo.png [http://localhost:8787]
set -euo pipefail
photo=$1
service=${2:-http://localhost:8787}

# plain text, and how faithful it is
curl -sS --fail-with-body -D headers.txt -F "image=@$photo" "$service/api/v1/render?columns=60"
grep -i '^render-quality:' headers.txt

# a document in color
curl -sS --fail-with-body -F "image=@$photo" "$service/api/v1/render?columns=80&format=html&color=true" > art.html

# the largest art that fits a message
curl -sS --fail-with-body -F "image=@$photo" "$service/api/v1/render?maxCharacters=2000" > message.txt

# an error says what to do
curl -sS -F "image=@$photo" "$service/api/v1/render?colums=80" | grep -o '"detail":"[^"]*"'
