// The feature-list check: snapshot on stdin, null or the reason on stdout.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"
)

const limit = 2_000_000

type feature struct {
	name    string
	passes  bool
	verify  string
	promise string
}

// notYet says what is missing.
func notYet(format string, values ...any) error {
	return fmt.Errorf(format, values...)
}

func readPlain(workspace, path string) ([]byte, error) {
	real, err := filepath.EvalSymlinks(filepath.Join(workspace, path))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, notYet("%s is missing.", path)
	}
	home, homeErr := filepath.EvalSymlinks(workspace)
	if err != nil || homeErr != nil {
		return nil, notYet("%s cannot be read.", path)
	}
	if way, err := filepath.Rel(home, real); err != nil || way == ".." || strings.HasPrefix(way, "../") {
		return nil, notYet("%s is a link that leads out of the project.", path)
	}
	about, err := os.Stat(real)
	if err != nil || !about.Mode().IsRegular() {
		return nil, notYet("%s is not a regular file.", path)
	}
	if about.Size() > limit {
		return nil, notYet("%s is larger than %d MB.", path, limit/1_000_000)
	}
	text, err := os.ReadFile(real)
	if err != nil {
		return nil, notYet("%s cannot be read.", path)
	}
	if !utf8.Valid(text) {
		return nil, notYet("%s is not UTF-8 text.", path)
	}
	return bytes.TrimPrefix(text, []byte("\uFEFF")), nil
}

func nameOf(item map[string]any) string {
	for _, key := range []string{"name", "id", "description"} {
		if text, ok := item[key].(string); ok && strings.TrimSpace(text) != "" {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

func readFeatures(path string, text []byte) ([]feature, error) {
	var root any
	if json.Unmarshal(text, &root) != nil {
		return nil, notYet("%s is not valid JSON.", path)
	}
	if object, ok := root.(map[string]any); ok {
		root = object["features"]
	}
	items, ok := root.([]any)
	if !ok {
		return nil, notYet("%s is not a list of features.", path)
	}
	if len(items) == 0 {
		return nil, notYet("%s has no features: an empty list proves nothing.", path)
	}
	seen := map[string]bool{}
	var features []feature
	for index, value := range items {
		item, ok := value.(map[string]any)
		if !ok {
			return nil, notYet("%s has an item that is not a feature (number %d).", path, index+1)
		}
		found, err := readFeature(path, index, item)
		if err != nil {
			return nil, err
		}
		if seen[found.name] {
			return nil, notYet("%s names a feature twice: %s.", path, found.name)
		}
		seen[found.name] = true
		features = append(features, found)
	}
	return features, nil
}

func readFeature(path string, index int, item map[string]any) (feature, error) {
	name := nameOf(item)
	if name == "" {
		return feature{}, notYet("%s has a feature without a name (number %d).", path, index+1)
	}
	verify := ""
	if value, given := item["verify"]; given && value != nil {
		text, ok := value.(string)
		if !ok || strings.TrimSpace(text) == "" {
			return feature{}, notYet("%s has a feature whose \"verify\" is not a command: %s.", path, name)
		}
		verify = text
	}
	passes, ok := item["passes"].(bool)
	delete(item, "passes")
	// Maps are written with sorted keys, so the same promise is the same text.
	promise, err := json.Marshal(item)
	return feature{name, ok && passes, verify, string(promise)}, err
}

func firstSeen(path string, text []byte, features []feature, memory string) ([]feature, error) {
	if memory == "" {
		return features, nil
	}
	kept, err := os.ReadFile(memory)
	if errors.Is(err, fs.ErrNotExist) {
		return features, os.WriteFile(memory, text, 0o600)
	}
	if err != nil {
		return nil, err
	}
	return readFeatures(path, kept)
}

func check(workspace, path, memory string) error {
	text, err := readPlain(workspace, path)
	if err != nil {
		return err
	}
	features, err := readFeatures(path, text)
	if err != nil {
		return err
	}
	before, err := firstSeen(path, text, features, memory)
	if err != nil {
		return err
	}
	now := map[string]feature{}
	for _, item := range features {
		now[item.name] = item
	}
	var gone, changed, open, unproven []string
	for _, item := range before {
		if same, ok := now[item.name]; !ok {
			gone = append(gone, item.name)
		} else if same.promise != item.promise {
			changed = append(changed, item.name)
		}
	}
	for _, item := range features {
		if !item.passes {
			open = append(open, item.name)
		}
	}
	switch {
	case len(gone) > 0:
		return notYet("%s: features were removed: %s.", path, strings.Join(gone, ", "))
	case len(changed) > 0:
		return notYet("%s: features were rewritten: %s.", path, strings.Join(changed, ", "))
	case len(open) > 0:
		return notYet("incomplete features: %s.", strings.Join(open, ", "))
	}
	for _, item := range features {
		if item.verify != "" && !passes(item.verify, workspace) {
			unproven = append(unproven, item.name)
		}
	}
	if len(unproven) > 0 {
		return notYet("incomplete features: %s. The \"verify\" command does not prove them.", strings.Join(unproven, ", "))
	}
	return nil
}

func passes(command, workspace string) bool {
	shell := exec.Command("bash", "-o", "pipefail", "-c", command)
	shell.Dir = workspace
	return shell.Run() == nil
}

func main() {
	path, memory := "feature_list.json", ""
	if len(os.Args) > 1 {
		path = os.Args[1]
	}
	if len(os.Args) > 2 {
		memory = os.Args[2]
	}
	var snapshot struct{ Workspace string }
	if err := json.NewDecoder(os.Stdin).Decode(&snapshot); err != nil || snapshot.Workspace == "" {
		fmt.Fprintln(os.Stderr, "no snapshot on standard input")
		os.Exit(1)
	}
	var answer any
	if err := check(snapshot.Workspace, path, memory); err != nil {
		answer = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		os.Exit(1)
	}
}
