#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks documents against a JSON Schema of resources/schema.

Usage: check_schema.py [--refuse] SCHEMA DOCUMENT...
Exit code 0 if every document is accepted (with --refuse: refused), 1 if not, 2 if it cannot be checked.
Numbers are read as decimals, so that 0.29 stays 0.29.
"""
import json
import sys
from decimal import Decimal
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing: tests/run installs it (apt-get install python3-jsonschema)")
    sys.exit(2)


def main(arguments):
    refuse = arguments[:1] == ["--refuse"]
    schema_path, *documents = arguments[1:] if refuse else arguments
    schema_path = Path(schema_path).resolve()
    schema = json.loads(schema_path.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    resolver = jsonschema.RefResolver(schema_path.as_uri(), schema)
    checker = validator(schema, resolver=resolver)
    failures = 0
    for path in documents:
        document = json.loads(Path(path).read_text(encoding="utf-8"), parse_float=Decimal)
        errors = sorted(checker.iter_errors(document), key=lambda error: list(map(str, error.absolute_path)))
        if bool(errors) == refuse:
            continue
        failures += 1
        if refuse:
            print(f"{path}: accepted, and should be refused")
        for error in errors[:10]:
            print(f"{path}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
