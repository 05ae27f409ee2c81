package moirai.compatibility;

/** The change logs of the checks of Liquibase, in YAML, XML and SQL. */
final class LiquibaseLogs {

    static final String MAIN = """
            databaseChangeLog:
            - changeSet:
                id: 1
                author: ada
                changes:
                - createTable:
                    tableName: author
                    remarks: who writes
                    columns:
                    - column: {name: id, type: int, autoIncrement: true, constraints: {primaryKey: true}}
                    - column: {name: name, type: varchar(80), constraints: {nullable: false}}
                    - column: {name: born, type: date}
                    - column: {name: made, type: timestamp with time zone, defaultValueComputed: now()}
            - changeSet:
                id: 2
                author: ada
                changes:
                - addUniqueConstraint: {tableName: author, columnNames: name, constraintName: author_name}
                - createIndex:
                    tableName: author
                    indexName: author_born
                    columns:
                    - column: {name: born}
            - changeSet:
                id: 3
                author: ada
                changes:
                - insert:
                    tableName: author
                    columns:
                    - column: {name: name, value: Ada}
                    - column: {name: born, valueDate: '1815-12-10'}
            - include: {file: book.xml}
            """;

    static final String BOOK = """
            <?xml version="1.0" encoding="UTF-8"?>
            <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                    http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
              <changeSet id="book" author="bob">
                <createTable tableName="book">
                  <column name="id" type="bigint" autoIncrement="true"><constraints primaryKey="true"/></column>
                  <column name="title" type="text"><constraints nullable="false"/></column>
                  <column name="price" type="decimal(10,2)" defaultValueNumeric="0"/>
                  <column name="key" type="uuid" defaultValueComputed="gen_random_uuid()"/>
                  <column name="author_id" type="int"/>
                </createTable>
                <addForeignKeyConstraint constraintName="book_author" baseTableName="book"
                    baseColumnNames="author_id" referencedTableName="author" referencedColumnNames="id"
                    onDelete="CASCADE"/>
              </changeSet>
            </databaseChangeLog>
            """;

    static final String PLAIN = """
            --liquibase formatted sql

            --changeset cleo:plain
            CREATE TABLE plain (id integer PRIMARY KEY, done boolean NOT NULL DEFAULT false);
            INSERT INTO plain (id) VALUES (1);
            INSERT INTO plain (id) VALUES (2);
            --rollback DROP TABLE plain;

            --changeset cleo:concurrently runInTransaction:false
            CREATE INDEX CONCURRENTLY plain_done ON plain (done);
            """;

    static final String FUNCTIONS = """
            --liquibase formatted sql

            --changeset cleo:function splitStatements:false
            CREATE FUNCTION check_plain() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                NEW.done := true;
                RETURN NEW;
            END;
            $$;

            --changeset cleo:trigger
            CREATE TRIGGER plain_checked BEFORE INSERT ON plain FOR EACH ROW EXECUTE FUNCTION check_plain();
            """;

    static final String DATA = """
            databaseChangeLog:
            - changeSet:
                id: people
                author: dan
                changes:
                - loadData:
                    tableName: author
                    file: people.csv
                    columns:
                    - column: {name: name, type: string}
                    - column: {name: born, type: date}
            - changeSet:
                id: only in production
                author: dan
                context: production
                changes:
                - sql: INSERT INTO author (name) VALUES ('Eve')
            - changeSet:
                id: exists already
                author: dan
                preConditions:
                - onFail: MARK_RAN
                - not:
                  - tableExists: {tableName: author}
                changes:
                - createTable:
                    tableName: author
                    columns:
                    - column: {name: id, type: int}
            """;

    static final String ALTERATIONS = """
            databaseChangeLog:
            - changeSet:
                id: person
                author: eve
                changes:
                - createTable:
                    tableName: human
                    columns:
                    - column: {name: id, type: bigint, constraints: {primaryKey: true}}
                    - column: {name: name, type: varchar(20)}
                    - column: {name: family, type: varchar(20)}
                    - column: {name: gone, type: int}
                - sql: INSERT INTO human (id, name) VALUES (1, 'Ada')
                - renameTable: {oldTableName: human, newTableName: person}
            - changeSet:
                id: columns
                author: eve
                changes:
                - addColumn:
                    tableName: person
                    columns:
                    - column: {name: note, type: varchar(10), value: none}
                - addNotNullConstraint: {tableName: person, columnName: family, defaultNullValue: none}
                - mergeColumns:
                    {tableName: person, column1Name: name, joinString: ' ', column2Name: family,
                     finalColumnName: whole, finalColumnType: varchar(50)}
                - renameColumn: {tableName: person, oldColumnName: whole, newColumnName: full_name}
                - modifyDataType: {tableName: person, columnName: note, newDataType: text}
                - dropColumn: {tableName: person, columnName: gone}
                - addDefaultValue: {tableName: person, columnName: note, defaultValue: new}
                - setColumnRemarks: {tableName: person, columnName: note, remarks: what else}
            """;

    static final String OBJECTS = """
            databaseChangeLog:
            - changeSet:
                id: sequence
                author: eve
                changes:
                - createSequence: {sequenceName: tickets, startValue: 100, incrementBy: 5}
            - changeSet:
                id: view
                author: eve
                changes:
                - createView: {viewName: people, replaceIfExists: true, selectQuery: SELECT name FROM author}
            """;

    static final String LATER = """
            databaseChangeLog:
            - changeSet:
                id: later
                author: fay
                changes:
                - createTable:
                    tableName: later
                    columns:
                    - column: {name: id, type: int}
            """;

    private LiquibaseLogs() {}
}
