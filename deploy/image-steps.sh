#!/bin/sh
# The steps of the image (deploy/Dockerfile calls them), also for a machine without a container engine:
#   packages       installs what the build needs
#   build          builds the product
#   assemble TO    puts what runs, and nothing that only builds or tests, into the new folder TO
#   system DATA    as root, on Debian: what the product needs of the system, the user 10001, and its folder DATA
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
  packages)
    npm ci --no-audit --no-fund
    ;;
  build)
    BUILD_QUIET=1 npm run -s build
    ;;
  assemble)
    to=$2
    mkdir -p "$(dirname "$to")"
    mkdir "$to" # refuses a folder that is there
    cp -R package.json package-lock.json LICENSE NOTICE build deploy migrations models public scripts src "$to"
    cp vite.*.ts react-router.config.ts "$to" # part of what the build's stamp says it was made from
    find "$to/deploy" "$to/scripts" "$to/src" -name '*.test.*' -delete
    cd "$to"
    npm ci --omit=dev --no-audit --no-fund --prefer-offline
    rm -rf node_modules/node-*/include node_modules/node-*/share # for compilers and for reading
    ;;
  system)
    apt-get update
    apt-get install --yes --no-install-recommends libatomic1
    rm -rf /var/lib/apt/lists/*
    groupadd --gid 10001 paperwright
    useradd --uid 10001 --gid 10001 --no-create-home --home-dir "$2" --shell /usr/sbin/nologin paperwright
    install --directory --owner 10001 --group 10001 --mode 0700 "$2"
    ;;
  *)
    echo "Use: deploy/image-steps.sh packages | build | assemble TO | system DATA" >&2
    exit 1
    ;;
esac
