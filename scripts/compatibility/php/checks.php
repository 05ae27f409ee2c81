<?php
// Runs the checks of a client one by one and prints a line for each: client, check, ok or the error.
declare(strict_types=1);

const SECONDS_MAX = 60;

// Warnings of the extensions are errors.
set_error_handler(function (int $level, string $text): bool {
    if (error_reporting() & $level) {
        throw new ErrorException($text);
    }
    return false;
});

$checks = [];

/** Registers a check. It passes if it returns and fails if it throws. */
function check(string $name, callable $action): void
{
    global $checks;
    $checks[$name] = $action;
}

/**
 * Runs all checks, each in a process of its own, which is ended if it takes too long. If the preparation fails, every
 * check fails with its error.
 */
function run(callable $prepare): void
{
    global $checks;
    $unprepared = outcome('prepare', $prepare);
    foreach ($checks as $name => $action) {
        $outcome = $unprepared === 'ok' ? outcome($name, $action) : $unprepared;
        fwrite(STDOUT, getenv('CLIENT') . "\t$name\t$outcome\n");
    }
}

function outcome(string $name, callable $action): string
{
    [$in, $out] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $process = pcntl_fork();
    if ($process === 0) {
        try {
            $action();
            $outcome = 'ok';
        } catch (Throwable $failure) {
            $outcome = description($failure);
            if (getenv('TRACE') === $name) {
                fwrite(STDERR, "$failure\n");
            }
        }
        fwrite($out, $outcome);
        posix_kill(getmypid(), SIGKILL); // Without waiting for what the check has left.
    }
    fclose($out);
    stream_set_timeout($in, SECONDS_MAX);
    $said = (string) stream_get_contents($in);
    $late = stream_get_meta_data($in)['timed_out'];
    if ($late) {
        posix_kill($process, SIGKILL);
    }
    pcntl_waitpid($process, $status);
    return $late ? 'Timeout: no answer in ' . SECONDS_MAX . ' s' : ($said === '' ? "Error: ended with $status" : $said);
}

/** Returns the type, the code and the text of an error on one line. */
function description(Throwable $failure): string
{
    $code = $failure instanceof PDOException ? ' ' . $failure->errorInfo[0] : '';
    $text = preg_replace('/^SQLSTATE.*?ERROR: +/', 'ERROR: ', $failure->getMessage());
    return get_class($failure) . "$code: " . implode(' ', preg_split('/\s+/', trim($text)));
}

function same(mixed $found, mixed $expected): void
{
    if ($found !== $expected) {
        $texts = array_map(fn ($value) => json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES
            | JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION), [$found, $expected]);
        throw new AssertionError("found $texts[0], and not $texts[1]");
    }
}

function holds(bool $condition, mixed ...$found): void
{
    if (!$condition) {
        throw new AssertionError('does not hold; found ' . json_encode($found));
    }
}
