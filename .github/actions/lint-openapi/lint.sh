#!/usr/bin/env bash
# Lints $DOCUMENT with the rules beside this action, or with $CONFIG. Findings become annotations of the pull request.
# REDOCLY: the command to lint with, for those who have it installed.
set -euo pipefail
: "${DOCUMENT:?the input \"document\" is the path of an OpenAPI description}"
if [ ! -f "$DOCUMENT" ]; then
  echo "::error::There is no file $DOCUMENT; the input \"document\" is a path from the root of the repository."
  exit 2
fi

config=${CONFIG:-}
if [ -z "$config" ]; then
  # The rules come with the action: whoever pins the action pins them.
  rules=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../tools/spec-rules/src" && pwd)
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  config=$folder/redocly.yaml
  printf 'extends: [recommended, fleet/general]\nplugins: ["%s/plugin.mjs"]\ntelemetry: off\n' "$rules" >"$config"
fi

export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
${REDOCLY:-npx -y @redocly/cli@2.77.0} lint "$DOCUMENT" --config "$config" --format=github-actions --max-problems 1000
