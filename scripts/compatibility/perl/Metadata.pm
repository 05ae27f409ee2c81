# Checks of what DBD::Pg tells of tables, columns, keys, indexes and types.
package Metadata;
use strict;
use warnings;
use Checks;

# Returns these columns of each row that a method of metadata finds.
sub columns {
    my ($statement, @names) = @_;
    return [map { my $row = $_; [map { $row->{$_} } @names] } @{$statement->fetchall_arrayref({})}];
}

# Registers the checks by a function that takes the name and the action.
sub add {
    my ($with) = @_;
    $with->(table_info => sub {
        my ($db) = @_;
        $db->do('CREATE VIEW rich AS SELECT id FROM account WHERE balance > 15');
        $db->do(q{COMMENT ON TABLE account IS 'who has what'});
        same(columns($db->table_info(undef, 'public', '%c%', 'TABLE'), qw(TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS)),
            [grep { $_->[1] =~ /c/ } @{columns($db->table_info('', 'public', '', 'TABLE'),
                qw(TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS))}]);
        same(columns($db->table_info(undef, 'public', 'account', 'TABLE'), qw(TABLE_NAME TABLE_TYPE REMARKS)),
            [['account', 'TABLE', 'who has what']]);
        same(columns($db->table_info(undef, 'public', undef, 'VIEW'), qw(TABLE_NAME TABLE_TYPE)), [['rich', 'VIEW']]);
        same([grep { /account/ } $db->tables('', 'public', '', 'TABLE')], ['public.account']);
    });
    $with->(column_info => sub {
        my ($db) = @_;
        same(columns($db->column_info(undef, 'public', 'account', undef),
            qw(COLUMN_NAME TYPE_NAME COLUMN_SIZE NULLABLE COLUMN_DEF ORDINAL_POSITION pg_type pg_constraint)), [
            ['id', 'integer', 4, 0, undef, 1, 'integer', undef],
            ['owner', 'character varying', 20, 0, undef, 2, 'character varying(20)', undef],
            ['balance', 'integer', 4, 0, '0', 3, 'integer', 'CHECK ((balance >= 0))']]);
        same(columns($db->column_info(undef, undef, 'item', 'pri%'), qw(COLUMN_NAME DATA_TYPE pg_type)),
            [['price', 2, 'numeric(10,2)']]);
    });
    $with->(column_info_of_an_enumeration => sub {
        my ($db) = @_;
        $db->do(q{CREATE TYPE mood AS ENUM ('sad', 'glad')});
        $db->do(q{CREATE TABLE person (name text, mood mood DEFAULT 'glad')});
        same(columns($db->column_info(undef, undef, 'person', 'mood'), qw(TYPE_NAME COLUMN_DEF pg_enum_values)),
            [['mood', q{'glad'::mood}, ['sad', 'glad']]]);
    });
    $with->(primary_key_info => sub {
        my ($db) = @_;
        $db->do('CREATE TABLE pair (a int, b int, c int, CONSTRAINT pair_key PRIMARY KEY (b, a))');
        same([$db->primary_key(undef, 'public', 'pair')], ['b', 'a']);
        same(columns($db->primary_key_info(undef, undef, 'pair'), qw(COLUMN_NAME KEY_SEQ PK_NAME DATA_TYPE)),
            [['b', 2, 'pair_key', 'int4'], ['a', 1, 'pair_key', 'int4']]);
    });
    $with->(foreign_key_info => sub {
        my ($db) = @_;
        my @names = qw(UK_TABLE_NAME UK_COLUMN_NAME FK_TABLE_NAME FK_COLUMN_NAME FK_NAME UK_NAME DELETE_RULE
            UPDATE_RULE);
        my $expected = [['account', 'id', 'item', 'account_id', 'of_account', 'account_pkey', 3, 3]];
        same(columns($db->foreign_key_info(undef, undef, undef, undef, undef, 'item'), @names), $expected);
        same(columns($db->foreign_key_info(undef, undef, 'account', undef, undef, undef), @names), $expected);
    });
    $with->(statistics_info => sub {
        my ($db) = @_;
        $db->do('CREATE TABLE indexed (a int PRIMARY KEY, b text, c text)');
        $db->do('CREATE UNIQUE INDEX indexed_b ON indexed (b, c)');
        $db->do(q{CREATE INDEX indexed_c ON indexed (lower(c)) WHERE c > 'x'});
        my $rows = columns($db->statistics_info(undef, 'public', 'indexed', undef, undef),
            qw(TYPE INDEX_NAME ORDINAL_POSITION COLUMN_NAME NON_UNIQUE pg_expression FILTER_CONDITION));
        same([sort { $a->[1] . $a->[2] cmp $b->[1] . $b->[2] } grep { $_->[0] ne 'table' } @$rows], [
            ['btree', 'indexed_b', 1, 'b', 0, 'b', undef], ['btree', 'indexed_b', 2, 'c', 0, 'c', undef],
            ['btree', 'indexed_c', 1, undef, 1, 'lower(c)', q{(c > 'x'::text)}],
            ['btree', 'indexed_pkey', 1, 'a', 0, 'a', undef]]);
    });
    $with->(columns_of_an_answer => sub {
        my ($db) = @_;
        my $s = $db->prepare('SELECT id, owner AS "Who", balance::numeric(8,2), now() FROM account WHERE id = ?');
        $s->execute(1);
        same($s->{NAME}, ['id', 'Who', 'balance', 'now']);
        same($s->{TYPE}, [4, 12, 2, 95]);
        same([@{$s->{pg_type}}], ['int4', 'varchar', 'numeric', 'timestamptz']);
    });
    $with->(precision_of_columns => sub {
        my ($db) = @_;
        my $s = $db->prepare('SELECT price, n::numeric(8,3) FROM item');
        $s->execute;
        same([map { $s->{PRECISION}[$_], $s->{SCALE}[$_] } 0, 1], [10, 2, 8, 3]);
    });
    $with->(columns_that_may_be_null => sub {
        my ($db) = @_;
        my $s = $db->prepare('SELECT owner, name, 1 FROM account JOIN item ON account.id = account_id');
        $s->execute;
        same($s->{NULLABLE}, [0, 1, 2]);
    });
    $with->(types_of_the_database => sub {
        my ($db) = @_;
        holds(@{$db->type_info_all} > 10, scalar @{$db->type_info_all});
        same($db->type_info(DBI::SQL_INTEGER())->{TYPE_NAME}, 'int4');
    });
}

1;
