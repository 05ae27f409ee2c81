# Runs the checks of a client one by one and prints a line for each: client, check, ok or the error.
package Checks;
use strict;
use warnings;
use Exporter 'import';
use POSIX ();

our @EXPORT = qw(check holds refused run_checks same);

use constant SECONDS_MAX => 60;

my @checks;

# Registers a check. It passes if it returns and fails if it dies.
sub check {
    my ($name, $action) = @_;
    push @checks, [$name, $action];
}

# Runs all checks, each in a process of its own, which is ended if it takes too long. If the preparation fails, every
# check fails with its error.
sub run_checks {
    my ($prepare) = @_;
    $| = 1;
    my $unprepared = outcome('prepare', $prepare);
    for my $check (@checks) {
        my $outcome = $unprepared eq 'ok' ? outcome(@$check) : $unprepared;
        print join("\t", $ENV{CLIENT}, $check->[0], $outcome), "\n";
    }
}

sub outcome {
    my ($name, $action) = @_;
    pipe my $in, my $out or die "pipe: $!";
    my $process = fork // die "fork: $!";
    if ($process == 0) {
        close $in;
        my $outcome = eval { $action->(); 'ok' } // description($@);
        print STDERR "$name: $@" if $outcome ne 'ok' && ($ENV{TRACE} // '') eq $name;
        binmode $out, ':utf8' if utf8::is_utf8($outcome);
        print $out $outcome;
        close $out;
        POSIX::_exit(0);
    }
    close $out;
    my $said = eval {
        local $SIG{ALRM} = sub { die "late\n" };
        alarm SECONDS_MAX;
        local $/ = undef;
        my $text = <$in>;
        alarm 0;
        $text;
    };
    alarm 0;
    kill 'KILL', $process unless defined $said;
    waitpid $process, 0;
    return 'Timeout: no answer in ' . SECONDS_MAX . ' s' unless defined $said;
    return $said eq '' ? "Error: ended with $?" : $said;
}

# Returns the code and the text of an error on one line.
sub description {
    my ($failure) = @_;
    my $prefix = $failure =~ /^DBD::|\bDBI\b/ ? 'Error ' . ($DBI::state || '') : 'AssertionError';
    return "$prefix: " . join(' ', split ' ', $failure);
}

# Returns a value, with all that it refers to, as text.
sub text {
    my ($value) = @_;
    return 'undef' unless defined $value;
    return '[' . join(', ', map { text($_) } @$value) . ']' if ref $value eq 'ARRAY';
    return '{' . join(', ', map { "$_: " . text($value->{$_}) } sort keys %$value) . '}' if ref $value eq 'HASH';
    return "'$value'";
}

# Asserts that two values are equal, with all that they refer to; numbers are compared as texts.
sub same {
    my ($found, $expected) = @_;
    die 'found ' . text($found) . ', and not ' . text($expected) . "\n" if text($found) ne text($expected);
}

sub holds {
    my ($condition, @found) = @_;
    die 'does not hold; found ' . join(', ', map { text($_) } @found) . "\n" unless $condition;
}

# Asserts that a statement is refused with this code of PostgreSQL.
sub refused {
    my ($code, $action) = @_;
    die "accepted, and not refused with $code\n" if eval { $action->(); 1 };
    my $failure = $@;
    die $failure if ($DBI::state || '') ne $code;
    return $failure;
}

1;
