<?php

// Writes down which tests one run of PHPUnit executed. PHP loads it before the runner's own script: an ini file in
// PHP_INI_SCAN_DIR names it. It asks PHPUnit for a JUnit log, which every version from 6 on can write, and reads it when the process ends.
(static function () {
    $run = explode(':', (string) getenv('AGENT_LOOP_EVIDENCE'), 2);
    $arguments = isset($_SERVER['argv']) ? $_SERVER['argv'] : [];
    $script = basename((string) reset($arguments));
    // Composer and other scripts pass the environment on to the runner that they start.
    if (count($run) < 2 || PHP_SAPI !== 'cli' || !preg_match('/^phpunit[-.\d]*(?:phar)?$/', $script)) {
        return;
    }

    // From here on nothing that this process starts can find out from its environment where the records are.
    $ours = [
        'AGENT_LOOP_EVIDENCE' => '/.*/s',
        'NODE_OPTIONS' => '/\s*--require="(?:[^"\\\\]|\\\\.)*evidence\.cjs"/',
        'GOFLAGS' => '/\s*-exec=\S*agent-loop-go-test/',
        'SPEC_OPTS' => '/-r (?:[^\s\\\\]|\\\\.)*agent_loop_evidence\.rb\s*/',
        'PYTHONPATH' => '/[^:]*agent-loop-plugins:?/',
        'RUBYLIB' => '/[^:]*agent-loop-plugins:?/',
        'PHP_INI_SCAN_DIR' => '/[^:]*agent-loop-plugins:?/',
    ];
    foreach ($ours as $name => $part) {
        $value = getenv($name);
        if ($value === false) {
            continue;
        }
        $rest = trim(preg_replace($part, '', $value));
        putenv($rest === '' ? $name : "$name=$rest");
        unset($_SERVER[$name], $_ENV[$name]);
        if ($rest !== '') {
            $_SERVER[$name] = $rest;
        }
    }

    // These runs execute no test.
    if (preg_grep('/^(?:-h|--(?:help|version|(?:atleast|check|generate|list|migrate|warm)-.*))$/', $arguments)) {
        return;
    }

    list($nonce, $folder) = $run;
    $pid = getmypid();
    $records = @fopen("$folder/phpunit-$pid.jsonl", 'xb');
    $log = @tempnam(sys_get_temp_dir(), 'phpunit');
    if ($records === false || $log === false) {
        return;
    }
    // A log that the command or its configuration asks for is written as well.
    $option = static function ($names) use (&$arguments) {
        foreach ($arguments as $place => $argument) {
            if (preg_match("/^(?:$names)(?:=(.*))?$/s", $argument, $found)) {
                return isset($found[1]) ? $found[1] : (isset($arguments[$place + 1]) ? $arguments[$place + 1] : '');
            }
        }
        return null;
    };
    $configured = static function () use ($option) {
        $named = $option('-c|--configuration');
        $folder = $named === null ? '.' : (is_dir($named) ? $named : dirname($named));
        $names = $named === null || is_dir($named) ? ['phpunit.xml', 'phpunit.dist.xml', 'phpunit.xml.dist'] : [basename($named)];
        foreach ($names as $name) {
            $document = new DOMDocument();
            if (!is_file("$folder/$name")) {
                continue;
            }
            if (!@$document->load("$folder/$name", LIBXML_NONET)) {
                return null;
            }
            $targets = (new DOMXPath($document))->query('//logging/junit/@outputFile|//logging/log[@type="junit"]/@target');
            $target = $targets->length > 0 ? $targets->item(0)->nodeValue : null;
            return $target === null || $target[0] === '/' ? $target : realpath($folder) . "/$target";
        }
        return null;
    };
    $wanted = $option('--log-junit');
    if ($wanted === null && class_exists('DOMXPath') && !preg_grep('/^--no-(?:configuration|logging)$/', $arguments)) {
        $wanted = $configured();
    }
    // The last one counts. It goes in front of "--", behind which everything is a file.
    $end = array_search('--', $arguments, true);
    array_splice($arguments, $end === false ? count($arguments) : $end, 0, ['--log-junit', $log]);
    $_SERVER['argv'] = $arguments;
    $_SERVER['argc'] = count($arguments);

    $write = static function (array $value) use ($records) {
        $flags = JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR;
        @fwrite($records, json_encode($value, $flags) . "\n");
    };
    $write(['tool' => 'phpunit', 'cwd' => getcwd()]);

    $kindsIn = static function (DOMElement $test) {
        $kinds = [];
        foreach ($test->childNodes as $child) {
            $type = $child instanceof DOMElement ? $child->getAttribute('type') : '';
            $kinds[preg_match('/\\\\Risky\w*$/', $type) ? 'warning' : $child->nodeName] = true;
        }
        return $kinds;
    };

    // The first function that is registered is the first that runs. Nothing here may throw: a report must not change a run.
    register_shutdown_function(static function () use ($records, $write, $kindsIn, $log, $wanted, $nonce, $pid) {
        // A test that forks must not write in our name.
        if (getmypid() !== $pid) {
            return;
        }
        $xml = (string) @file_get_contents($log);
        @unlink($log);
        // A script that has the runner's name, and starts the runner in a process of its own.
        if (!class_exists('PHPUnit\\Runner\\Version', false)) {
            @unlink(stream_get_meta_data($records)['uri']);
            return;
        }
        if ($wanted !== null && $xml !== '') {
            @mkdir(dirname($wanted), 0777, true);
            @file_put_contents($wanted, $xml);
        }
        $document = new DOMDocument();
        if ($xml === '' || !@$document->loadXML($xml, LIBXML_PARSEHUGE | LIBXML_NONET)) {
            return;
        }
        $files = [];
        $count = 0;
        foreach ($document->getElementsByTagName('testcase') as $test) {
            $kinds = $kindsIn($test);
            // "No tests found in class" is no test.
            if (isset($kinds['warning']) && !$test->hasAttribute('class')) {
                continue;
            }
            $file = $test->getAttribute('file') ?: null;
            if ($file !== null && !isset($files[$file])) {
                $files[$file] = true;
                $write(['file' => $file]);
            }
            $title = array_values(array_filter([$test->getAttribute('class'), $test->getAttribute('name')], 'strlen'));
            $failed = isset($kinds['failure']) || isset($kinds['error']);
            $state = $failed ? 'failed' : (isset($kinds['skipped']) ? 'skipped' : 'passed');
            $write(['test' => ['file' => $file, 'title' => $title, 'state' => $state, 'retries' => 0]]);
            $count++;
            // Before version 10, PHPUnit does not count a passed test that is risky or has a warning as passed.
            if ($state === 'passed' && isset($kinds['warning'])) {
                $write(['note' => ['extra' => 'uncounted']]);
            }
        }
        $write(['end' => $nonce, 'count' => $count]);
    });
})();
