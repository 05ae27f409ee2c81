--liquibase formatted sql

--changeset cleo:plain
CREATE TABLE plain (id integer PRIMARY KEY, done boolean NOT NULL DEFAULT false);
INSERT INTO plain (id) VALUES (1);
INSERT INTO plain (id) VALUES (2);
--rollback DROP TABLE plain;

--changeset cleo:concurrently runInTransaction:false
CREATE INDEX CONCURRENTLY plain_done ON plain (done);
