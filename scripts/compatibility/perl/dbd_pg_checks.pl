# Checks of DBD::Pg: placeholders, types, arrays, transactions, COPY, notifications and errors.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use DBI;
use DBD::Pg qw(:pg_types :async);
use Checks;
use Metadata;

sub connected {
    my (%options) = @_;
    my $more = delete $options{more} // '';
    local $ENV{PGOPTIONS} = delete $options{settings} // '';
    return DBI->connect("dbi:Pg:dbname=$ENV{DATABASE};host=$ENV{HOST};port=$ENV{PORT}$more", $ENV{LOGIN},
        $ENV{PASSWORD}, {RaiseError => 1, PrintError => 0, PrintWarn => 0, AutoCommit => 1, %options});
}

# Registers a check of a connection with these options.
sub with {
    my ($name, $action, %options) = @_;
    check($name, sub {
        my $db = connected(%options);
        $action->($db);
        $db->disconnect;
    });
}

with(one_row_and_many => sub {
    my ($db) = @_;
    same([$db->selectrow_array('SELECT owner, balance FROM account WHERE id = ?', undef, 2)], ['b', 20]);
    same($db->selectrow_hashref('SELECT id, owner FROM account WHERE id = ?', undef, 1), {id => 1, owner => 'a'});
    same($db->selectall_arrayref('SELECT id, owner FROM account WHERE id <= 3 ORDER BY id', {Slice => {}}),
        [{id => 1, owner => 'a'}, {id => 2, owner => 'b'}, {id => 3, owner => 'c'}]);
    same($db->selectcol_arrayref('SELECT id FROM account WHERE balance > ? ORDER BY id', undef, 10), [2, 3]);
    same($db->selectall_hashref('SELECT id, owner FROM account WHERE id < 3', 'id')->{2}, {id => 2, owner => 'b'});
});
with(kinds_of_placeholders => sub {
    my ($db) = @_;
    same([$db->selectrow_array('SELECT $1::int + $2, $1', undef, 1, 2)], [3, 1]);
    my $s = $db->prepare('SELECT owner FROM account WHERE id = :id AND balance >= :least');
    $s->bind_param(':id', 3);
    $s->bind_param(':least', 5);
    $s->execute;
    same($s->fetchall_arrayref, [['c']]);
    same([$db->selectrow_array(q{SELECT '{"a": 1}'::jsonb \? 'a', '?'})], [1, '?']);
});
with(types_there_and_back => sub {
    my ($db) = @_;
    my $s = $db->prepare('INSERT INTO item (name, n, price, at, local, day, clock, flag, code, raw, ratio, doc) VALUES '
        . '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING name, n, price, at, local, day, clock, flag, code, '
        . 'raw, ratio, doc');
    my @values = ("ä€", 7, '12.50', '2024-02-29 12:00:00+00', '2024-02-29 12:00:01.000005', '2024-02-29', '23:59:01', 1,
        'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', "\0\1\xff", '0.25', '{"a": [1, null]}');
    $s->bind_param($_ + 1, $values[$_], $_ == 9 ? {pg_type => PG_BYTEA} : undef) for 0 .. $#values;
    $db->do(q{SET TimeZone = 'UTC'});
    $s->execute;
    same($s->fetchrow_arrayref, \@values);
});
with(null_values => sub {
    my ($db) = @_;
    same([$db->selectrow_array('INSERT INTO item (name, n, at, raw) VALUES (?, ?, ?, ?) RETURNING name, n, at, raw',
        undef, (undef) x 4)], [(undef) x 4]);
});
with(parameters_of_given_types => sub {
    my ($db) = @_;
    my $s = $db->prepare('SELECT ?, ?, ?::numeric + 1, ?');
    $s->bind_param(1, 5, DBI::SQL_INTEGER);
    $s->bind_param(2, 't', {pg_type => PG_BOOL});
    $s->bind_param(3, '1.5', DBI::SQL_NUMERIC);
    $s->bind_param(4, '2024-02-29', {pg_type => PG_DATE});
    $s->execute;
    same($s->fetchrow_arrayref, [5, 1, '2.5', '2024-02-29']);
    same($s->{pg_type}, ['int4', 'bool', 'numeric', 'date']);
});
with(truth_as_letters => sub {
    my ($db) = @_;
    same([$db->selectrow_array('SELECT true, false, balance > 15 FROM account WHERE id = 1')], ['t', 'f', 'f']);
}, pg_bool_tf => 1);
with(without_preparation_on_the_server => sub {
    my ($db) = @_;
    same([$db->selectrow_array('SELECT owner, ?::text FROM account WHERE id = ?', undef, q{o'x\\}, 2)],
        ['b', q{o'x\\}]);
    same($db->do('UPDATE account SET balance = balance + ? WHERE id = ?', undef, 0, 1), 1);
}, pg_server_prepare => 0);
with(prepared_from_the_first_time => sub {
    my ($db) = @_;
    my $s = $db->prepare('SELECT owner FROM account WHERE id = ?');
    for my $row ([1, 'a'], [2, 'b'], [3, 'c']) {
        $s->execute($row->[0]);
        same([$s->fetchrow_array], [$row->[1]]);
    }
}, pg_switch_prepared => 1);
with(list_of_prepared_statements => sub {
    my ($db) = @_;
    $db->do(q{PREPARE find (int) AS SELECT owner FROM account WHERE id = $1});
    same($db->selectcol_arrayref('EXECUTE find (2)'), ['b']);
    same($db->selectcol_arrayref('SELECT name FROM pg_prepared_statements'), ['find']);
}, pg_server_prepare => 0);
with(prepared_and_cached => sub {
    my ($db) = @_;
    for my $id (1 .. 3) {
        my $s = $db->prepare_cached('SELECT id FROM account WHERE id = ?');
        same($db->selectcol_arrayref($s, undef, $id), [$id]);
    }
});
with(arrays => sub {
    my ($db) = @_;
    $db->do('CREATE TABLE tagged (tags text[], numbers int[], grid int[][])');
    my @row = $db->selectrow_array('INSERT INTO tagged VALUES (?, ?, ?) RETURNING tags, numbers, grid', undef,
        ['a', 'b "q", \\{}', undef], [1, 2], [[1, 2], [3, 4]]);
    same(\@row, [['a', 'b "q", \\{}', undef], [1, 2], [[1, 2], [3, 4]]]);
    same([$db->selectrow_array('SELECT count(*) FROM account WHERE id = ANY(?)', undef, [1, 3])], [2]);
    same([$db->selectrow_array('SELECT count(*) FROM tagged WHERE ? = ANY(tags)', undef, 'a')], [1]);
});
with(arrays_as_text => sub {
    my ($db) = @_;
    same([$db->selectrow_array(q{SELECT ARRAY['a', 'b'], ?::int[]}, undef, '{1,NULL}')], ['{a,b}', '{1,NULL}']);
}, pg_expand_array => 0);
with(execute_array => sub {
    my ($db) = @_;
    my $s = $db->prepare('INSERT INTO item (name, n) VALUES (?, ?)');
    same($s->execute_array({ArrayTupleStatus => \my @status}, ['x', 'y', 'z'], [1, 2, 3]), 3);
    same(\@status, [1, 1, 1]);
});
with(execute_for_fetch_with_an_error => sub {
    my ($db) = @_;
    my @rows = ([60, 'sixty'], [1, 'again'], [61, 'sixty-one']);
    my $s = $db->prepare('INSERT INTO account (id, owner) VALUES (?, ?)');
    local $db->{RaiseError} = 0;
    local $s->{RaiseError} = 0;
    $s->execute_for_fetch(sub { shift @rows }, \my @status);
    holds($status[0] == 1 && $status[1][2] eq '23505' && $status[2] == 1, @status);
});
with(returned_keys => sub {
    my ($db) = @_;
    $db->do('INSERT INTO item (name) VALUES (?)', undef, 'key');
    my ($expected) = $db->selectrow_array(q{SELECT max(id) FROM item WHERE name = 'key'});
    same($db->last_insert_id(undef, undef, 'item', undef), $expected);
    same($db->last_insert_id(undef, undef, undef, undef, {sequence => 'item_id_seq'}), $expected);
    same([$db->selectrow_array('INSERT INTO item (name) VALUES (?) RETURNING id', undef, 'next')], [$expected + 1]);
});
with(numbers_of_rows => sub {
    my ($db) = @_;
    same($db->do('UPDATE account SET balance = balance WHERE id <= ?', undef, 2), 2);
    same($db->do('DELETE FROM account WHERE id = ?', undef, 99), '0E0');
    same($db->do('CREATE TABLE counted (n int)'), '0E0');
    my $s = $db->prepare('SELECT * FROM account WHERE id <= 3');
    same([$s->execute, $s->rows, $s->{pg_cmd_status}], [3, 3, 'SELECT 3']);
});
with(insert_or_update => sub {
    my ($db) = @_;
    my $s = $db->prepare('INSERT INTO account (id, owner, balance) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET '
        . 'balance = account.balance + EXCLUDED.balance RETURNING balance');
    for my $row ([4, 'd', 1, 1], [4, 'd', 2, 3]) {
        $s->execute(@$row[0 .. 2]);
        same([$s->fetchrow_array], [$row->[3]]);
    }
});
with(generated_columns => sub {
    my ($db) = @_;
    $db->do('CREATE TABLE made (id int PRIMARY KEY, a int, b int GENERATED ALWAYS AS (a * 2) STORED)');
    same([$db->selectrow_array('INSERT INTO made (id, a) VALUES (1, ?) RETURNING b', undef, 4)], [8]);
    same([$db->selectrow_array('UPDATE made SET a = ? RETURNING b', undef, 5)], [10]);
});
with(large_answer => sub {
    my ($db) = @_;
    my $s = $db->prepare(q{SELECT i, repeat('x', 100) FROM generate_series(1, ?) AS i});
    $s->execute(20000);
    $s->bind_columns(\my ($i, $text));
    my $count = 0;
    $count++ while $s->fetch;
    same([$count, $i, length $text], [20000, 20000, 100]);
});
with(several_statements_at_once => sub {
    my ($db) = @_;
    $db->do(q{CREATE TABLE several (n int); INSERT INTO several VALUES (1), (2); UPDATE several SET n = n + 1});
    same($db->selectcol_arrayref('SELECT n FROM several ORDER BY n'), [2, 3]);
});
with(bytes => sub {
    my ($db) = @_;
    my $bytes = join '', map { chr } 0 .. 255;
    my $s = $db->prepare('INSERT INTO item (raw) VALUES (?) RETURNING raw, length(raw)');
    $s->bind_param(1, $bytes, {pg_type => PG_BYTEA});
    $s->execute;
    same([$s->fetchrow_array], [$bytes, 256]);
    same([$db->selectrow_array('SELECT ' . $db->quote($bytes, {pg_type => PG_BYTEA}) . '::bytea')], [$bytes]);
});
with(quoted_values_and_names => sub {
    my ($db) = @_;
    same([$db->selectrow_array('SELECT ' . $db->quote(q{it's \\}) . ', ' . $db->quote(undef))], [q{it's \\}, undef]);
    $db->do('CREATE TABLE ' . $db->quote_identifier('Odd"Name') . ' (n int)');
    same($db->do('INSERT INTO ' . $db->quote_identifier('public', 'Odd"Name') . ' VALUES (1)'), 1);
});
with(transactions => sub {
    my ($db) = @_;
    $db->do('UPDATE account SET balance = 100 WHERE id = 1');
    $db->rollback;
    same([$db->selectrow_array('SELECT balance FROM account WHERE id = 1')], [10]);
    $db->do('UPDATE account SET balance = 11 WHERE id = 1');
    $db->commit;
    same([$db->selectrow_array('SELECT balance FROM account WHERE id = 1')], [11]);
    $db->do('UPDATE account SET balance = 10 WHERE id = 1');
    $db->commit;
}, AutoCommit => 0);
with(begin_work_and_levels => sub {
    my ($db) = @_;
    $db->begin_work;
    $db->do('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
    same([$db->selectrow_array('SHOW transaction_isolation')], ['serializable']);
    same([$db->{AutoCommit} ? 1 : 0, $db->ping, $db->pg_ping], [0, 3, 3]);
    $db->rollback;
    same([$db->{AutoCommit}, $db->ping], [1, 1]);
});
with(read_only => sub {
    my ($db) = @_;
    $db->{ReadOnly} = 1;
    refused('25006', sub { $db->do('DELETE FROM item') });
    $db->rollback;
}, AutoCommit => 0);
with(savepoints => sub {
    my ($db) = @_;
    $db->do('INSERT INTO item (name) VALUES (?)', undef, 'before');
    $db->pg_savepoint('one');
    refused('23505', sub { $db->do('INSERT INTO account VALUES (?, ?)', undef, 1, 'again') });
    refused('25P02', sub { $db->do('SELECT 1') });
    same([$db->ping], [4]);
    $db->pg_rollback_to('one');
    $db->do('INSERT INTO item (name) VALUES (?)', undef, 'after');
    $db->pg_release('one');
    $db->commit;
    same([$db->selectrow_array(q{SELECT count(*) FROM item WHERE name IN ('before', 'after')})], [2]);
    $db->commit;
}, AutoCommit => 0);
with(violated_constraints => sub {
    my ($db) = @_;
    my $error = refused('23505', sub { $db->do('INSERT INTO account VALUES (?, ?)', undef, 1, 'again') });
    holds($error =~ /duplicate key value violates unique constraint "account_pkey"/, $error);
    same([map { $db->pg_error_field($_) } qw(severity state table schema constraint detail)],
        ['ERROR', '23505', 'account', 'public', 'account_pkey', 'Key (id)=(1) already exists.']);
    refused('23502', sub { $db->do('INSERT INTO account (id) VALUES (?)', undef, 9) });
    same([$db->pg_error_field('column'), $db->state], ['owner', '23502']);
    refused('23503', sub { $db->do('INSERT INTO item (account_id) VALUES (?)', undef, 99) });
    refused('23514', sub { $db->do('UPDATE account SET balance = ? WHERE id = 1', undef, -1) });
    same($db->pg_error_field('constraint'), 'solvent');
});
with(errors_as_return_values => sub {
    my ($db) = @_;
    holds(!defined $db->do('SELECT nothing FROM account'), 'accepted');
    holds($db->err == 7 && $db->state eq '42703', $db->err, $db->state);
    same($db->errstr =~ /^ERROR:  column "nothing" does not exist/ ? 1 : $db->errstr, 1);
}, RaiseError => 0);
with(text_of_a_syntax_error => sub {
    my ($db) = @_;
    my $error = refused('42601', sub { $db->do('SELECT * FROM account WHERE WHERE') });
    same([split /\n/, $db->errstr], ['ERROR:  syntax error at or near "WHERE"',
        'LINE 1: SELECT * FROM account WHERE WHERE',
        '                                    ^']);
    same($db->pg_error_field('statement_position'), 29);
});
with(copy_in_and_out => sub {
    my ($db) = @_;
    $db->do('COPY item (name, n) FROM STDIN');
    $db->pg_putcopydata("copied\\t$_\t$_\n") for 1 .. 100;
    $db->pg_putcopyend;
    same([$db->selectrow_array(q{SELECT count(*), sum(n) FROM item WHERE name LIKE E'copied\t%'})], [100, 5050]);
    $db->do(q{COPY (SELECT n, name FROM item WHERE name LIKE 'copied%' AND n < 3 ORDER BY n) TO STDOUT
        WITH CSV HEADER});
    my @lines;
    while ($db->pg_getcopydata(my $line) >= 0) {
        push @lines, $line;
    }
    same(\@lines, ["n,name\n", "1,copied\t1\n", "2,copied\t2\n"]);
});
with(copy_that_fails => sub {
    my ($db) = @_;
    $db->do('COPY account (id, owner) FROM STDIN');
    $db->pg_putcopydata("50\tcopy\n1\tagain\n");
    refused('23505', sub { $db->pg_putcopyend });
    same([$db->selectrow_array('SELECT count(*) FROM account WHERE id = 50')], [0]);
});
with(cursor => sub {
    my ($db) = @_;
    $db->do('DECLARE walk SCROLL CURSOR WITH HOLD FOR SELECT id FROM account WHERE id <= 3 ORDER BY id');
    $db->commit;
    same($db->selectcol_arrayref('FETCH 2 FROM walk'), [1, 2]);
    same($db->selectcol_arrayref('FETCH BACKWARD 1 FROM walk'), [1]);
    same($db->selectcol_arrayref('FETCH FORWARD ALL FROM walk'), [2, 3]);
    $db->do('CLOSE walk');
    $db->commit;
}, AutoCommit => 0);
with(asynchronous_statement => sub {
    my ($db) = @_;
    $db->do('SELECT count(*), pg_sleep(0.2) FROM account', {pg_async => PG_ASYNC});
    my $waits = 0;
    select(undef, undef, undef, 0.02), $waits++ until $db->pg_ready;
    same($db->pg_result, 1);
    holds($waits > 2, $waits);
});
with(cancelled_statement => sub {
    my ($db) = @_;
    $db->do('SELECT pg_sleep(20)', {pg_async => PG_ASYNC});
    select(undef, undef, undef, 0.3);
    same($db->pg_cancel ? 1 : 0, 1);
    same([$db->selectrow_array('SELECT 1')], [1]);
});
with(statement_timeout => sub {
    my ($db) = @_;
    $db->do('SET statement_timeout = 200');
    refused('57014', sub { $db->do('SELECT pg_sleep(20)') });
}, settings => '-c lock_timeout=1000');
with(notifications => sub {
    my ($db) = @_;
    $db->do('LISTEN jobs');
    $db->do(q{SELECT pg_notify('jobs', ?)}, undef, 'one');
    my $found = $db->pg_notifies;
    same([$found->[0], $found->[2]], ['jobs', 'one']);
});
with(notices => sub {
    my ($db) = @_;
    my $told = '';
    local $db->{PrintWarn} = 1;
    local $SIG{__WARN__} = sub { $told .= $_[0] };
    $db->do('DROP TABLE IF EXISTS nowhere');
    holds($told =~ /NOTICE:  table "nowhere" does not exist, skipping/, $told);
});
with(settings_of_the_connection => sub {
    my ($db) = @_;
    same([map { $db->selectrow_array("SHOW $_") } qw(application_name DateStyle)], ['shop', 'ISO, DMY']);
    same([$db->{pg_server_version} >= 90000 ? 1 : 0, $db->{pg_user}, $db->{Name} =~ /dbname=/ ? 1 : 0],
        [1, $ENV{LOGIN}, 1]);
    holds($db->get_info(18) =~ /^\d\d\.\d\d/, $db->get_info(18));
}, more => ';application_name=shop', settings => '-c datestyle=iso,dmy');

Metadata::add(\&with);
run_checks(sub {
    my $db = connected();
    $db->do(q{CREATE TABLE account (id int PRIMARY KEY, owner varchar(20) NOT NULL UNIQUE,
        balance int NOT NULL DEFAULT 0 CONSTRAINT solvent CHECK (balance >= 0))});
    $db->do(q{CREATE TABLE item (id serial PRIMARY KEY, account_id int CONSTRAINT of_account REFERENCES account,
        name text, n int, price numeric(10,2), at timestamptz, local timestamp, day date, clock time, flag boolean,
        code uuid, raw bytea, ratio float8, doc jsonb)});
    $db->do(q{INSERT INTO account VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)});
    $db->disconnect;
});
