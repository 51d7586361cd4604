"""The feature-list check: snapshot on stdin, null or the reason on stdout."""

import json
import os
import stat
import subprocess
import sys

LIMIT = 2_000_000


class NotYet(Exception):
    """What is missing."""


def refuse_constant(word):
    raise ValueError(f"{word} is no JSON")


def read_plain(workspace, path):
    asked = os.path.join(workspace, path)
    try:
        real = os.path.realpath(asked, strict=True)
        home = os.path.realpath(workspace, strict=True)
        if os.path.commonpath([home, real]) != home:
            raise NotYet(f"{path} is a link that leads out of the project.")
        about = os.stat(real)
        if not stat.S_ISREG(about.st_mode):
            raise NotYet(f"{path} is not a regular file.")
        if about.st_size > LIMIT:
            raise NotYet(f"{path} is larger than {LIMIT // 1_000_000} MB.")
        with open(real, "rb") as file:
            return file.read(LIMIT).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        raise NotYet(f"{path} is missing.") from None
    except UnicodeDecodeError:
        raise NotYet(f"{path} is not UTF-8 text.") from None
    except OSError as error:
        raise NotYet(f"{path} cannot be read ({error.strerror}).") from None


def name_of(item):
    for key in ("name", "id", "description"):
        value = item.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return None


def read_features(path, text):
    try:
        root = json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise NotYet(f"{path} is not valid JSON.") from None
    items = root.get("features") if isinstance(root, dict) else root
    if not isinstance(items, list):
        raise NotYet(f"{path} is not a list of features.")
    if not items:
        raise NotYet(f"{path} has no features: an empty list proves nothing.")
    features = {}
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise NotYet(f"{path} has an item that is not a feature (number {number}).")
        name = name_of(item)
        if name is None:
            raise NotYet(f"{path} has a feature without a name (number {number}).")
        if name in features:
            raise NotYet(f"{path} names a feature twice: {name}.")
        verify = item.get("verify")
        if verify is not None and not (isinstance(verify, str) and verify.strip()):
            raise NotYet(f'{path} has a feature whose "verify" is not a command: {name}.')
        features[name] = item
    return features


def promise(item):
    """Everything but the flag. As text, because to Python 1, 1.0 and True are equal."""
    return json.dumps({key: value for key, value in item.items() if key != "passes"}, sort_keys=True)


def first_seen(path, text, features, memory):
    if memory is None:
        return features
    if os.path.exists(memory):
        with open(memory, encoding="utf-8") as file:
            return read_features(path, file.read())
    with open(memory, "w", encoding="utf-8") as file:
        file.write(text)
    return features


def check(workspace, path, memory):
    text = read_plain(workspace, path)
    features = read_features(path, text)
    before = first_seen(path, text, features, memory)
    gone = [name for name in before if name not in features]
    if gone:
        raise NotYet(f"{path}: features were removed: {', '.join(gone)}.")
    changed = [name for name, item in before.items() if promise(item) != promise(features[name])]
    if changed:
        raise NotYet(f"{path}: features were rewritten: {', '.join(changed)}.")
    open_ones = [name for name, item in features.items() if item.get("passes") is not True]
    if open_ones:
        raise NotYet(f"incomplete features: {', '.join(open_ones)}.")
    unproven = [
        name
        for name, item in features.items()
        if item.get("verify") is not None and not passes(item["verify"], workspace)
    ]
    if unproven:
        raise NotYet(f'incomplete features: {", ".join(unproven)}. The "verify" command does not prove them.')


def passes(command, workspace):
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=workspace, **quiet).returncode == 0


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "feature_list.json"
    memory = sys.argv[2] if len(sys.argv) > 2 else None
    snapshot = json.load(sys.stdin)
    try:
        check(snapshot["workspace"], path, memory)
        print("null")
    except NotYet as reason:
        print(json.dumps(str(reason)))


main()
