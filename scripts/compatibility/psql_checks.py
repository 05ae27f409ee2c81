"""Checks of psql: its commands on the catalogs, COPY, variables and scripts."""
import os, re, subprocess, tempfile
from checks import Checks

checks = Checks('psql')
owner = os.environ['LOGIN']


def psql(text, *options, code=0):
    """Returns what psql prints for this input, and asserts the code with which it ends."""
    done = subprocess.run(['psql', '-X', '-v', 'ON_ERROR_STOP=1', '-d', checks.url, *options], input=text, text=True,
                          capture_output=True, timeout=50)
    if done.returncode != code:
        raise RuntimeError(' '.join(done.stderr.split()) or 'code %d' % done.returncode)
    return done.stdout if code == 0 else done.stderr


def has(found, *parts):
    for part in parts:
        if part not in found:
            raise AssertionError('%r is missing in %r' % (part, found))


@checks.setup
def tables():
    psql('''
        CREATE TABLE author (id serial PRIMARY KEY, name varchar(80) NOT NULL UNIQUE, born date DEFAULT '2000-01-01');
        CREATE TABLE book (id bigint PRIMARY KEY, title text NOT NULL, price numeric(10,2) CHECK (price >= 0),
            author_id int NOT NULL REFERENCES author (id) ON DELETE CASCADE);
        CREATE INDEX book_title ON book (title);
        INSERT INTO author (name) VALUES ('Ada'), ('Bob');
        INSERT INTO book VALUES (1, 'a', 2.50, 1), (2, 'b', NULL, 1);
    ''')


@checks
def table_of_rows():
    assert psql('SELECT id, title, price FROM book ORDER BY id;') == (
        ' id | title | price \n----+-------+-------\n  1 | a     |  2.50\n  2 | b     |      \n(2 rows)\n\n')


@checks
def unaligned_csv_and_expanded():
    assert psql('SELECT id, title FROM book ORDER BY id', '-A', '-t') == '1|a\n2|b\n'
    assert psql('SELECT id, title FROM book ORDER BY id', '--csv') == 'id,title\n1,a\n2,b\n'
    has(psql('SELECT id, title FROM book WHERE id = 1 \\gx'), '-[ RECORD 1 ]', 'title | a')


@checks
def list_of_tables():
    has(psql('\\dt'), 'public | author | table | ' + owner, 'public | book   | table | ' + owner, '(2 rows)')


@checks
def list_of_tables_with_size():
    has(psql('\\dt+'), 'author', 'permanent')


@checks
def description_of_a_table():
    has(psql('\\d book'), 'Table "public.book"', 'title     | text          |           | not null |',
        '"book_pkey" PRIMARY KEY, btree (id)', '"book_title" btree (title)',
        '"book_author_id_fkey" FOREIGN KEY (author_id) REFERENCES author(id) ON DELETE CASCADE')


@checks
def description_with_check_constraint():
    has(psql('\\d book'), '"book_price_check" CHECK (price >= 0::numeric)')


@checks
def description_with_referencing_tables():
    has(psql('\\d author'), 'Referenced by:', "nextval('author_id_seq'::regclass)",
        '"author_name_key" UNIQUE CONSTRAINT',
        "'2000-01-01'::date")


@checks
def long_description_of_a_table():
    has(psql('\\d+ author'), 'Storage', 'extended', 'Access method: heap')


@checks
def description_of_everything():
    has(psql('\\d'), 'author_id_seq | sequence', 'book          | table')


@checks
def description_of_an_index_and_a_sequence():
    has(psql('\\d book_title'), 'Index "public.book_title"', 'btree, for table "public.book"')
    has(psql('\\d author_id_seq'), 'Sequence "public.author_id_seq"', 'Owned by: public.author.id')


@checks
def what_is_not_there():
    has(psql('\\d never_there', code=3), 'Did not find any relation named "never_there".')


@checks
def list_of_indexes_and_sequences():
    has(psql('\\di'), 'book_title', 'author_name_key')
    has(psql('\\ds'), 'author_id_seq')


@checks
def list_of_schemas():
    has(psql('\\dn'), 'public')


@checks
def list_of_roles():
    has(psql('\\du'), owner)


@checks
def list_of_functions():
    has(psql('\\df pg_catalog.upper'), 'pg_catalog | upper')
    has(psql('\\df'), '(0 rows)')


@checks
def list_of_views():
    psql('CREATE VIEW titles AS SELECT title FROM book')
    has(psql('\\dv'), 'titles | view')
    psql('DROP VIEW titles')


@checks
def list_of_privileges():
    has(psql('\\dp'), 'author', 'book')


@checks
def list_of_extensions():
    has(psql('\\dx'), 'plpgsql')


@checks
def list_of_types_and_domains():
    has(psql('\\dT pg_catalog.int4'), 'integer')
    has(psql('\\dD'), '(0 rows)')


@checks
def list_of_databases():
    has(psql('', '-l'), checks.database)


@checks
def connection_and_encoding():
    # A sentence before release 18, and a table since.
    assert re.search(r'(You are connected to database "|Database +\| )%s\b' % checks.database, psql('\\conninfo'))
    has(psql('\\encoding'), 'UTF8')


@checks
def variables_and_gset():
    text = "SELECT id AS key, name FROM author WHERE name = 'Bob' \\gset\nSELECT :key + 1, :'name';"
    assert psql(text, '-At') == '3|Bob\n'
    assert psql("SELECT name FROM author WHERE name = :'who';", '-At', '-v', 'who=Ada') == 'Ada\n'


@checks
def conditions_in_scripts():
    text = 'SELECT count(*) > 1 AS many FROM author \\gset\n\\if :many\n\\echo many\n\\else\n\\echo few\n\\endif'
    assert psql(text) == 'many\n'


@checks
def gexec_and_gdesc():
    psql("SELECT format('CREATE TABLE made_%s (n int)', n) FROM generate_series(1, 2) AS s(n) \\gexec")
    psql('DROP TABLE made_1, made_2')
    has(psql('SELECT id, title FROM book \\gdesc'), 'id     | bigint', 'title  | text')


@checks
def prepared_statements_of_sql():
    text = 'PREPARE t (bigint) AS SELECT title FROM book WHERE id = $1; EXECUTE t (2); DEALLOCATE t;'
    assert psql(text, '-Atq') == 'b\n'


if int(subprocess.run(['psql', '--version'], capture_output=True, text=True).stdout.split()[2].split('.')[0]) >= 16:
    @checks
    def bound_parameters():
        assert psql("SELECT title FROM book WHERE id = $1 \\bind 1 \\g", '-At') == 'a\n'


@checks
def copy_to_and_from_a_file():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + '/book.csv'
        out = "\\copy (SELECT id, title FROM book ORDER BY id) TO '%s' WITH (FORMAT csv, HEADER)" % path
        assert psql(out) == 'COPY 2\n'
        with open(path) as file:
            assert file.read() == 'id,title\n1,a\n2,b\n'
        with open(path, 'w') as file:
            file.write('id,title,author_id\n11,"c,d",1\n12,e,2\n')
        assert psql("\\copy book (id, title, author_id) FROM '%s' WITH (FORMAT csv, HEADER)" % path) == 'COPY 2\n'
    assert psql("SELECT title FROM book WHERE id = 11", '-At') == 'c,d\n'


@checks
def copy_from_the_script_itself():
    psql('COPY book (id, title, author_id) FROM STDIN;\n21\tin\t1\n22\t\\\\x\t2\n\\.\nSELECT 1;')
    assert psql('SELECT title FROM book WHERE id > 20 ORDER BY id', '-At') == 'in\n\\x\n'


@checks
def single_transaction():
    failed = psql("INSERT INTO book VALUES (31, 'x', 1, 1); INSERT INTO book VALUES (1, 'again', 1, 1);", '-1', code=3)
    has(failed, 'duplicate key value violates unique constraint "book_pkey"', 'DETAIL:  Key (id)=(1) already exists.')
    assert psql('SELECT count(*) FROM book WHERE id = 31', '-At') == '0\n'


@checks
def position_of_a_syntax_error():
    has(psql('SELECT id FORM book;', code=3), 'syntax error at or near "book"', 'LINE 1: SELECT id FORM book;', '^')


@checks
def error_of_an_unknown_column():
    has(psql('SELECT titel FROM book;', code=3), 'column "titel" does not exist', 'LINE 1:')


@checks
def fetch_in_parts():
    assert psql('\\set FETCH_COUNT 2\nSELECT id FROM book ORDER BY id LIMIT 3;', '-At').split() == ['1', '2', '11']


@checks
def rollback_of_single_statements():
    text = "\\set ON_ERROR_ROLLBACK on\nBEGIN; INSERT INTO author (name) VALUES ('Ada'); SELECT 'on'; ROLLBACK;"
    assert psql(text, '-Atq', '-v', 'ON_ERROR_STOP=0') == 'on\n'


@checks
def timing_and_options():
    has(psql('\\timing on\nSELECT 1;'), 'Time: ')
    done = subprocess.run(['psql', '-XAt', '-d', checks.url, '-c', 'SHOW search_path', '-c', 'SELECT 5'], text=True,
                          capture_output=True, timeout=50, env={**os.environ, 'PGOPTIONS': '-c search_path=pg_catalog'})
    assert done.stdout == 'pg_catalog\n5\n', done.stdout + done.stderr


checks.run()
