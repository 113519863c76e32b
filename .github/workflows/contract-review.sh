#!/usr/bin/env bash
# Writes <folder>/comment.md: what the pull request does to the contract, for contract-comment.yml to post.
# It reports and never judges: the gate `contract-diff` is what fails.
set -euo pipefail
folder=${1:?usage: contract-review.sh <folder>}
mkdir -p "$folder"

# A comment may have 65536 characters; the rest is in the gate's log.
limit=30000
verdict=$(node tools/release-gate/src/check.ts 2>&1 | head -c "$limit" || true)
changes=$(node tools/release-gate/src/changelog.ts --print 2>&1 | head -c "$limit" || true)

{
  printf '<!-- contract-review -->\n## The contract in this pull request\n\n'
  # Longer than any fence in the text, so that the text cannot end it.
  printf '``````text\n%s\n``````\n\n' "$verdict"
  printf '<details><summary>Changelog with this pull request</summary>\n\n%s\n\n</details>\n\n' "$changes"
  printf 'The rendered reference is the artefact `docs-preview` of this run.\n'
} >"$folder/comment.md"
