"""Checks of pg_dump: dumps of tables, and whether they can be loaded again."""
import os, subprocess
from checks import Checks

checks = Checks('pg_dump')


def run(*command, text=None):
    done = subprocess.run(command, input=text, text=True, capture_output=True, timeout=55)
    if done.returncode:
        raise RuntimeError(' '.join(done.stderr.split()))
    return done.stdout


def psql(text):
    return run('psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', checks.url, text=text)


def dump(*options):
    return run('pg_dump', '-d', checks.url, *options)


@checks.setup
def tables():
    psql('''
        CREATE TABLE author (id serial PRIMARY KEY, name varchar(80) NOT NULL UNIQUE);
        CREATE TABLE book (id bigint PRIMARY KEY, title text DEFAULT 'none',
            author_id int NOT NULL REFERENCES author (id));
        CREATE INDEX book_title ON book (title);
        INSERT INTO author (name) VALUES ('Ada'), ('Bob');
        INSERT INTO book VALUES (1, E'a\\tb', 1), (2, NULL, 2);
    ''')


@checks
def whole_dump():
    found = dump()
    assert 'COPY public.author (id, name) FROM stdin;\n1\tAda\n2\tBob\n\\.' in found, found


@checks
def definitions_alone():
    found = dump('--schema-only')
    for part in 'CREATE TABLE public.book', 'ADD CONSTRAINT book_pkey PRIMARY KEY (id)', 'CREATE INDEX book_title', \
            'FOREIGN KEY (author_id) REFERENCES public.author(id)', 'CREATE SEQUENCE public.author_id_seq':
        assert part in found, part


@checks
def rows_alone_as_inserts():
    assert "INSERT INTO public.author (id, name) VALUES (1, 'Ada');" in dump('--data-only', '--column-inserts')


@checks
def one_table():
    found = dump('-t', 'book')
    assert 'CREATE TABLE public.book' in found and 'CREATE TABLE public.author' not in found


@checks
def archive_and_its_list():
    with open(os.devnull) as nothing:
        done = subprocess.run(['pg_dump', '-Fc', '-d', checks.url], stdin=nothing, capture_output=True, timeout=55)
    assert done.returncode == 0, done.stderr.decode()
    found = subprocess.run(['pg_restore', '-l'], input=done.stdout, capture_output=True, timeout=55).stdout.decode()
    assert 'TABLE DATA public book' in found, found


# A dump as PostgreSQL writes it, so that loading is checked also where dumping fails.
DUMP = """SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.shelf (
    id integer NOT NULL,
    name character varying(80) NOT NULL
);
CREATE SEQUENCE public.shelf_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shelf_id_seq OWNED BY public.shelf.id;
ALTER TABLE ONLY public.shelf ALTER COLUMN id SET DEFAULT nextval('public.shelf_id_seq'::regclass);
COPY public.shelf (id, name) FROM stdin;
1\tfirst
2\tsecond\\tone
\\.
SELECT pg_catalog.setval('public.shelf_id_seq', 2, true);
ALTER TABLE ONLY public.shelf ADD CONSTRAINT shelf_pkey PRIMARY KEY (id);
CREATE INDEX shelf_name ON public.shelf USING btree (name);
"""


@checks
def dump_is_loaded():
    psql(DUMP)
    psql("INSERT INTO shelf (name) VALUES ('third')")
    assert psql('SELECT id, name FROM shelf ORDER BY id') == '1|first\n2|second\tone\n3|third\n'


@checks
def own_dump_is_loaded_again():
    text = dump('--clean', '--if-exists', '--no-owner')
    psql(text)
    assert psql('SELECT count(*) FROM author') == '2\n'


checks.run()
