# syntax=docker/dockerfile:1

# For amd64 and arm64: `.ci/image` builds both, with an SBOM and provenance.

# Builds the packages as they would be published, and the studio as static files. The result is the same for each
# architecture, so this stage runs on the builder's.
FROM --platform=$BUILDPLATFORM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2 AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/engine/package.json packages/engine/
COPY packages/decode/package.json packages/decode/
COPY packages/handoff/package.json packages/handoff/
COPY packages/lumiglyph/package.json packages/lumiglyph/
COPY packages/lumiglyph-mcp/package.json packages/lumiglyph-mcp/
COPY packages/element/package.json packages/element/
COPY apps/service/package.json apps/service/
COPY apps/studio/package.json apps/studio/
COPY apps/receiver/package.json apps/receiver/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run --silent build

# Keeps no compilers and no sources: only each package's manifest, build and data (the outlines of glyphs), with the studio
# inside the service.
FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2 AS parts
WORKDIR /parts
COPY --from=build /build/package.json /build/package-lock.json ./
COPY --from=build /build/packages packages
COPY --from=build /build/apps apps
RUN npm ci --no-audit --no-fund --omit=dev --workspace apps/service --include-workspace-root=false \
 && mv apps/studio/dist apps/service/studio \
 && rm -rf apps/receiver apps/studio packages/lumiglyph packages/lumiglyph-mcp packages/element apps/*/dist/testing packages/*/dist/testing \
 && find apps packages -mindepth 2 -maxdepth 2 ! -name dist ! -name node_modules ! -name package.json ! -name studio ! -name src -exec rm -rf {} + \
 && find apps/*/src packages/*/src -type f ! -name "*.bin" -delete \
 && find apps/*/src packages/*/src -type d -empty -delete \
 && find apps packages \( -name "*.d.ts" -o -name "*.map" \) -delete

FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2
# jemalloc returns memory that image decoding needs only briefly; tini forwards signals and reaps workers
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends libjemalloc2 tini \
 && ln -s "$(dpkg -L libjemalloc2 | grep 'libjemalloc.so.2$')" /usr/local/lib/libjemalloc.so \
 && rm -rf /var/lib/apt/lists/*
ENV LD_PRELOAD=/usr/local/lib/libjemalloc.so \
    NODE_ENV=production \
    SERVICE_HOST=0.0.0.0 \
    SERVICE_PORT=8787
WORKDIR /srv/lumiglyph
COPY --from=parts /parts ./
# the service writes no files: the file system may be read-only
USER node
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "apps/service/dist/main.js"]
