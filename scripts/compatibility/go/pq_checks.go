// Checks of pq with database/sql: parameters, types, arrays, prepared statements and errors.
package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lib/pq"
)

func open(options string) *sql.DB {
	db, err := sql.Open("postgres", dsn+" sslmode=disable "+options)
	must(err)
	return db
}

// Calls an action with a pool of connections that it alone uses.
func with(options string, action func(db *sql.DB)) func() {
	return func() {
		db := open(options)
		defer db.Close()
		action(db)
	}
}

type executor interface {
	Exec(query string, arguments ...interface{}) (sql.Result, error)
	QueryRow(query string, arguments ...interface{}) *sql.Row
	Query(query string, arguments ...interface{}) (*sql.Rows, error)
}

func execute(db executor, query string, arguments ...interface{}) int64 {
	result, err := db.Exec(query, arguments...)
	must(err)
	count, err := result.RowsAffected()
	must(err)
	return count
}

// Returns the only value of a query, as text.
func value(db executor, query string, arguments ...interface{}) string {
	var found string
	must(db.QueryRow(query, arguments...).Scan(&found))
	return found
}

// Returns the first column of a query.
func column(db executor, query string, arguments ...interface{}) []string {
	rows, err := db.Query(query, arguments...)
	must(err)
	defer rows.Close()
	found := []string{}
	for rows.Next() {
		var text string
		must(rows.Scan(&text))
		found = append(found, text)
	}
	must(rows.Err())
	return found
}

func main() {
	addParameters()
	addStatements()
	addErrors()
	addSessions()
	addTools()
	run(with("", func(db *sql.DB) {
		execute(db, "CREATE TABLE account (id int PRIMARY KEY, owner varchar(20) NOT NULL UNIQUE, "+
			"balance int NOT NULL DEFAULT 0 CONSTRAINT solvent CHECK (balance >= 0)); "+
			"CREATE TABLE item (id bigserial PRIMARY KEY, account_id int REFERENCES account, name text, n int, "+
			"price numeric(10,2), at timestamptz, local timestamp, day date, clock time, flag boolean, code uuid, "+
			"raw bytea, ratio float8, small smallint, doc jsonb); "+
			"INSERT INTO account VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)")
	}))
}

type item struct {
	name, price, code, clock string
	n, small                 int
	at, local, day           time.Time
	flag                     bool
	raw                      []byte
	ratio                    float64
}

func storeItem(db executor) {
	at := time.Date(2024, 2, 29, 12, 0, 0, 5000, time.UTC)
	day := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)
	code := "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"
	var found item
	must(db.QueryRow("INSERT INTO item (name, n, price, at, local, day, clock, flag, code, raw, ratio, small) "+
		"VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) "+
		"RETURNING name, n, price, at, local, day, clock::text, flag, code, raw, ratio, small",
		"ä", 7, "12.50", at, at, day, "23:59:01", true, code, []byte{0, 1, 255}, 0.25, 3).
		Scan(&found.name, &found.n, &found.price, &found.at, &found.local, &found.day, &found.clock, &found.flag,
			&found.code, &found.raw, &found.ratio, &found.small))
	holds(found.at.Equal(at) && found.local.Equal(at) && found.day.Equal(day), found)
	found.at, found.local, found.day = at, at, day
	same(found, item{"ä", "12.50", code, "23:59:01", 7, 3, at, at, day, true, []byte{0, 1, 255}, 0.25})
}

func addParameters() {
	add("one_row_and_many", with("", func(db *sql.DB) {
		same(value(db, "SELECT owner FROM account WHERE id = $1", 2), "b")
		same(column(db, "SELECT id FROM account WHERE balance > $1 ORDER BY id", 10), []string{"2", "3"})
		same(db.QueryRow("SELECT id FROM account WHERE id = $1", 99).Scan(new(int)), sql.ErrNoRows)
	}))
	add("types_there_and_back", with("", func(db *sql.DB) { storeItem(db) }))
	add("binary_parameters", with("binary_parameters=yes", func(db *sql.DB) { storeItem(db) }))
	add("null_values", with("", func(db *sql.DB) {
		var name sql.NullString
		var n sql.NullInt64
		var at sql.NullTime
		var ratio *float64
		must(db.QueryRow("INSERT INTO item (name, n, at, ratio) VALUES ($1, $2, $3, $4) RETURNING name, n, at, ratio",
			nil, sql.NullInt64{}, sql.NullTime{}, nil).Scan(&name, &n, &at, &ratio))
		holds(!name.Valid && !n.Valid && !at.Valid && ratio == nil, name, n, at)
	}))
	add("arrays", with("", func(db *sql.DB) {
		execute(db, "CREATE TABLE tagged (tags text[], numbers bigint[], flags bool[], ratios float8[], raws bytea[])")
		var tags []sql.NullString
		var numbers pq.Int64Array
		var flags pq.BoolArray
		var ratios pq.Float64Array
		var raws pq.ByteaArray
		must(db.QueryRow("INSERT INTO tagged VALUES ($1, $2, $3, $4, $5) RETURNING *",
			pq.Array([]sql.NullString{{String: `a "q"`, Valid: true}, {}}), pq.Array([]int64{1, 2}),
			pq.Array([]bool{true, false}), pq.Array([]float64{0.5}), pq.Array([][]byte{{0, 9}})).
			Scan(pq.Array(&tags), &numbers, &flags, &ratios, &raws))
		same(tags, []sql.NullString{{String: `a "q"`, Valid: true}, {}})
		same(numbers, pq.Int64Array{1, 2})
		same(flags, pq.BoolArray{true, false})
		same(ratios, pq.Float64Array{0.5})
		same(raws, pq.ByteaArray{{0, 9}})
	}))
	add("arrays_of_two_dimensions", with("", func(db *sql.DB) {
		same(value(db, "SELECT $1::int[]", pq.GenericArray{A: [][]int{{1, 2}, {3, 4}}}), "{{1,2},{3,4}}")
	}))
	add("array_in_any", with("", func(db *sql.DB) {
		same(column(db, "SELECT id FROM account WHERE id = ANY($1) ORDER BY id", pq.Array([]int64{1, 3})),
			[]string{"1", "3"})
		same(value(db, "SELECT count(*) FROM account WHERE owner <> ALL($1)", pq.Array([]string{"a", "z"})), "2")
	}))
	add("rows_of_arrays", with("", func(db *sql.DB) {
		same(execute(db, "INSERT INTO item (name, n) SELECT * FROM unnest($1::text[], $2::int[])",
			pq.Array([]string{"u1", "u2"}), pq.Array([]int64{1, 2})), int64(2))
	}))
	add("json_documents", with("", func(db *sql.DB) {
		document, err := json.Marshal(map[string]interface{}{"a": []int{1, 2}, "b": "ü"})
		must(err)
		var raw []byte
		var inner string
		must(db.QueryRow("INSERT INTO item (name, doc) VALUES ('json', $1) RETURNING doc, doc->'a'->>1", document).
			Scan(&raw, &inner))
		var found struct {
			A []int
			B string
		}
		must(json.Unmarshal(raw, &found))
		holds(found.B == "ü" && found.A[1] == 2 && inner == "2", found, inner)
		same(value(db, "SELECT count(*) FROM item WHERE doc @> $1", `{"b": "ü"}`), "1")
	}))
	add("times_and_zones", with("TimeZone=Europe/Berlin", func(db *sql.DB) {
		var at time.Time
		must(db.QueryRow("SELECT $1::timestamptz", "2024-07-01 12:00:00+02").Scan(&at))
		holds(at.Equal(time.Date(2024, 7, 1, 10, 0, 0, 0, time.UTC)), at)
		_, offset := at.Zone()
		same(offset, 7200)
		same(value(db, "SELECT '2024-01-01 00:00:00Z'::timestamptz::text"), "2024-01-01 01:00:00+01")
	}))
	add("long_values", with("", func(db *sql.DB) {
		text, raw := strings.Repeat("ä", 300000), make([]byte, 1<<20)
		var length, size int
		must(db.QueryRow("INSERT INTO item (name, raw) VALUES ($1, $2) RETURNING length(name), length(raw)", text, raw).
			Scan(&length, &size))
		same([]int{length, size}, []int{300000, 1 << 20})
	}))
	add("many_parameters", with("", func(db *sql.DB) {
		places, arguments := []string{}, []interface{}{}
		for n := 0; n < 1000; n++ {
			places = append(places, fmt.Sprintf("($%d, $%d)", 2*n+1, 2*n+2))
			arguments = append(arguments, fmt.Sprint("many ", n), n)
		}
		same(execute(db, "INSERT INTO item (name, n) VALUES "+strings.Join(places, ", "), arguments...), int64(1000))
	}))
}

func addStatements() {
	add("prepared_statements", with("", func(db *sql.DB) {
		statement, err := db.Prepare("SELECT owner FROM account WHERE id = $1 AND balance >= $2::int")
		must(err)
		defer statement.Close()
		for id, owner := range []string{"a", "b", "c"} {
			var found string
			must(statement.QueryRow(id+1, 0).Scan(&found))
			same(found, owner)
		}
	}))
	add("prepared_statement_in_a_transaction", with("", func(db *sql.DB) {
		statement, err := db.Prepare("INSERT INTO item (name, n) VALUES ($1, $2)")
		must(err)
		tx, err := db.Begin()
		must(err)
		for n := 0; n < 10; n++ {
			_, err = tx.Stmt(statement).Exec("prepared", n)
			must(err)
		}
		must(tx.Commit())
		same(value(db, "SELECT sum(n) FROM item WHERE name = 'prepared'"), "45")
	}))
	add("types_of_parameters_are_inferred", with("", func(db *sql.DB) {
		same(value(db, "SELECT $1 || ' and ' || $2", "x", "y"), "x and y")
		same(value(db, "SELECT coalesce($1, balance) + $2 FROM account WHERE id = 2", nil, 5), "25")
		_, err := db.Exec("SELECT $1 + $2", 1, 2)
		refused("42725", err)
	}))
	add("returned_keys", with("", func(db *sql.DB) {
		var id int64
		must(db.QueryRow("INSERT INTO item (name) VALUES ($1) RETURNING id", "key").Scan(&id))
		result, err := db.Exec("UPDATE item SET n = 5 WHERE id = $1", id)
		must(err)
		count, _ := result.RowsAffected()
		_, err = result.LastInsertId()
		holds(count == 1 && err != nil, count, err)
	}))
	add("several_statements_at_once", with("", func(db *sql.DB) {
		rows, err := db.Query("SELECT 1, 'a'; SELECT owner FROM account ORDER BY id; SELECT 3.5")
		must(err)
		defer rows.Close()
		holds(rows.Next() && !rows.Next() && rows.NextResultSet(), rows.Err())
		names, err := rows.Columns()
		must(err)
		same(names, []string{"owner"})
		for count := 0; rows.Next(); count++ {
			holds(count < 10, count)
		}
		holds(rows.NextResultSet() && rows.Next(), rows.Err())
		var number float64
		must(rows.Scan(&number))
		same(number, 3.5)
	}))
	add("insert_or_update", with("", func(db *sql.DB) {
		const upsert = "INSERT INTO account (id, owner, balance) VALUES ($1, $2, $3) ON CONFLICT (id) " +
			"DO UPDATE SET balance = account.balance + excluded.balance RETURNING balance"
		same(value(db, upsert, 4, "d", 1), "1")
		same(value(db, upsert, 4, "d", 2), "3")
		same(execute(db, "INSERT INTO account VALUES (4, 'd') ON CONFLICT DO NOTHING"), int64(0))
	}))
	add("types_of_columns", with("", func(db *sql.DB) {
		rows, err := db.Query("SELECT a.id, owner, price, at, raw, doc, count(*) OVER () FROM account a, item")
		must(err)
		defer rows.Close()
		types, err := rows.ColumnTypes()
		must(err)
		found := ""
		for _, t := range types {
			found += t.Name() + " " + t.DatabaseTypeName() + " " + t.ScanType().String() + ", "
		}
		same(found, "id INT4 int32, owner VARCHAR string, price NUMERIC interface {}, at TIMESTAMPTZ time.Time, "+
			"raw BYTEA []uint8, doc JSONB interface {}, count INT8 int64, ")
		length, _ := types[1].Length()
		precision, scale, _ := types[2].DecimalSize()
		same([]int64{length, precision, scale}, []int64{20, 10, 2})
	}))
	add("columns_of_an_empty_answer", with("", func(db *sql.DB) {
		rows, err := db.Query("SELECT id, owner AS who FROM account WHERE id = $1", -1)
		must(err)
		defer rows.Close()
		names, err := rows.Columns()
		must(err)
		same(names, []string{"id", "who"})
		holds(!rows.Next() && rows.Err() == nil, rows.Err())
	}))
	add("rows_that_are_not_read_to_the_end", with("", func(db *sql.DB) {
		db.SetMaxOpenConns(1)
		rows, err := db.Query("SELECT i FROM generate_series(1, 50000) AS i")
		must(err)
		holds(rows.Next(), rows.Err())
		must(rows.Close())
		same(value(db, "SELECT count(*) > 0 FROM account"), "true")
	}))
}

func addErrors() {
	refusal := func(db executor, query string, arguments ...interface{}) *pq.Error {
		_, err := db.Exec(query, arguments...)
		var found *pq.Error
		if !errors.As(err, &found) {
			panic(fmt.Sprint("found ", err))
		}
		return found
	}
	add("violated_constraints", with("", func(db *sql.DB) {
		e := refusal(db, "INSERT INTO account VALUES ($1, $2)", 1, "new")
		same([]string{e.Code.Name(), e.Constraint, e.Table, e.Schema, e.Detail, e.Severity}, []string{
			"unique_violation", "account_pkey", "account", "public", "Key (id)=(1) already exists.", "ERROR"})
		e = refusal(db, "INSERT INTO account VALUES ($1, $2)", 11, "a")
		same([]string{e.Code.Name(), e.Constraint}, []string{"unique_violation", "account_owner_key"})
		e = refusal(db, "UPDATE account SET balance = $1 WHERE id = 1", -5)
		same([]string{e.Code.Name(), e.Constraint}, []string{"check_violation", "solvent"})
		e = refusal(db, "INSERT INTO item (account_id) VALUES ($1)", 99)
		same([]string{e.Code.Name(), e.Constraint, e.Detail}, []string{"foreign_key_violation", "item_account_id_fkey",
			`Key (account_id)=(99) is not present in table "account".`})
		e = refusal(db, "INSERT INTO account (id) VALUES ($1)", 12)
		same([]string{e.Code.Name(), e.Column}, []string{"not_null_violation", "owner"})
	}))
	add("a_parent_that_is_referred_to", with("", func(db *sql.DB) {
		execute(db, "INSERT INTO account VALUES (20, 'parent'); INSERT INTO item (account_id) VALUES (20)")
		e := refusal(db, "DELETE FROM account WHERE id = $1", 20)
		same([]string{string(e.Code), e.Constraint, e.Table, e.Detail}, []string{
			"23503", "item_account_id_fkey", "item", `Key (id)=(20) is still referenced from table "item".`})
	}))
	add("wrong_values_and_statements", with("", func(db *sql.DB) {
		for query, code := range map[string]string{
			"SELECT 1 / (balance - balance) FROM account":            "22012",
			"SELECT 'x' || id::text::int || owner::int FROM account": "22P02",
			"INSERT INTO account VALUES (30, repeat('x', 21))":       "22001",
			"INSERT INTO item (n) VALUES (3000000000)":               "22003",
			"INSERT INTO item (price) VALUES (123456789.5)":          "22003",
			"INSERT INTO item (day) VALUES ('2024-02-30')":           "22008",
			"SELECT nothing FROM account":                            "42703",
			"SELECT * FROM nothing":                                  "42P01",
			"SELECT nothing(1)":                                      "42883",
			"SELEC 1":                                                "42601",
			"CREATE TABLE account (id int)":                          "42P07",
			"SELECT owner, count(*) FROM account":                    "42803",
			"INSERT INTO account (id, id) VALUES (1, 2)":             "42701",
			"SELECT id FROM account a, account b":                    "42702",
			"INSERT INTO account (id, owner) VALUES (1, 'x', 3)":     "42601",
			"SELECT (SELECT id FROM account)":                        "21000",
			"INSERT INTO item (code) VALUES ('no uuid')":             "22P02",
			"SELECT id FROM account ORDER BY id LIMIT -1":            "2201W",
		} {
			same(query+": "+string(refusal(db, query).Code), query+": "+code)
		}
	}))
	add("wrong_values_as_parameters", with("", func(db *sql.DB) {
		same(string(refusal(db, "SELECT * FROM account WHERE id = $1", "x").Code), "22P02")
		same(string(refusal(db, "INSERT INTO item (code) VALUES ($1)", "x").Code), "22P02")
		same(string(refusal(db, "INSERT INTO item (doc) VALUES ($1)", "{x").Code), "22P02")
		same(string(refusal(db, "INSERT INTO item (small) VALUES ($1)", 70000).Code), "22003")
		_, err := db.Exec("SELECT $1::int", 1, 2)
		holds(err != nil && strings.Contains(err.Error(), "got 2 parameters but the statement requires 1"), err)
	}))
	add("texts_of_wrong_bytes", with("", func(db *sql.DB) {
		same(string(refusal(db, "INSERT INTO item (name) VALUES ($1)", "a\x00b").Code), "22021")
		same(string(refusal(db, "INSERT INTO item (name) VALUES ($1)", "\xff").Code), "22021")
	}))
	add("hint_for_a_misspelled_column", with("", func(db *sql.DB) {
		same(refusal(db, "SELECT ownr FROM account").Hint, `Perhaps you meant to reference the column "account.owner".`)
	}))
	add("positions_and_messages", with("", func(db *sql.DB) {
		same(refusal(db, "SELECT ownr FROM account").Message, `column "ownr" does not exist`)
		same(refusal(db, "SELECT * FROM nowhere").Message, `relation "nowhere" does not exist`)
		same(refusal(db, "SELECT * FROM account WHERE WHERE").Message, `syntax error at or near "WHERE"`)
		same(refusal(db, "SELECT ownr FROM account").Position, "8")
		same(refusal(db, "SELECT id FROM account WHERE id = 'x' ORDER BY id").Position, "35")
	}))
	add("errors_of_functions_that_applications_define", with("", func(db *sql.DB) {
		execute(db, "CREATE FUNCTION fail(code text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN "+
			"RAISE EXCEPTION 'failed %', code USING ERRCODE = code, DETAIL = 'd', HINT = 'h'; END $$")
		e := refusal(db, "SELECT fail($1)", "MY001")
		same([]string{string(e.Code), e.Message, e.Detail, e.Hint}, []string{"MY001", "failed MY001", "d", "h"})
	}))
}
