// Checks of pgx 4: its connections, binary values, batches, COPY and errors.
package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgconn"
	"github.com/jackc/pgtype"
	"github.com/jackc/pgx/v4"
)

var background = context.Background()

func connect(options string) *pgx.Conn {
	c, err := pgx.Connect(background, dsn+" sslmode=disable "+options)
	must(err)
	return c
}

// Calls an action with a connection that it alone uses.
func with(options string, action func(c *pgx.Conn)) func() {
	return func() {
		c := connect(options)
		defer c.Close(background)
		action(c)
	}
}

type executor interface {
	Exec(ctx context.Context, query string, arguments ...interface{}) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, query string, arguments ...interface{}) pgx.Row
	Query(ctx context.Context, query string, arguments ...interface{}) (pgx.Rows, error)
}

func execute(db executor, query string, arguments ...interface{}) string {
	tag, err := db.Exec(background, query, arguments...)
	must(err)
	return tag.String()
}

// Returns the only value of a query.
func value(db executor, query string, arguments ...interface{}) interface{} {
	rows := all(db, query, arguments...)
	holds(len(rows) == 1 && len(rows[0]) == 1, rows)
	return rows[0][0]
}

// Returns all rows of a query, each value as the type that pgx chooses.
func all(db executor, query string, arguments ...interface{}) [][]interface{} {
	rows, err := db.Query(background, query, arguments...)
	must(err)
	defer rows.Close()
	found := [][]interface{}{}
	for rows.Next() {
		row, err := rows.Values()
		must(err)
		found = append(found, row)
	}
	must(rows.Err())
	return found
}

func main() {
	addValues()
	addQueries()
	addBatches()
	addErrors()
	addSessions()
	addPools()
	run(with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE account (id int PRIMARY KEY, owner varchar(20) NOT NULL UNIQUE, "+
			"balance int NOT NULL DEFAULT 0 CONSTRAINT solvent CHECK (balance >= 0)); "+
			"CREATE TABLE item (id bigserial PRIMARY KEY, account_id int REFERENCES account, name text, n int, "+
			"price numeric(10,2), at timestamptz, local timestamp, day date, clock time, flag boolean, code uuid, "+
			"raw bytea, ratio float8, small smallint, half real, kind char(3)); "+
			"INSERT INTO account VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)")
	}))
}

type item struct {
	name, price, code, kind string
	n                       int32
	small                   int16
	at, local, day          time.Time
	flag                    bool
	raw                     []byte
	ratio                   float64
	half                    float32
}

const insertItem = "INSERT INTO item (name, n, price, at, local, day, flag, code, raw, ratio, small, half, kind) " +
	"VALUES ($1, $2, $3::numeric, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) " +
	"RETURNING name, n, price::text, at, local, day, flag, code::text, raw, ratio, small, half, kind"

func storeItem(db executor) {
	at := time.Date(2024, 2, 29, 12, 0, 0, 5000, time.UTC)
	day := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)
	code := "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"
	var found item
	must(db.QueryRow(background, insertItem, "ä", 7, 12.5, at, at, day, true, code, []byte{0, 1, 255}, 0.25, 3,
		float32(0.5), "ab").
		Scan(&found.name, &found.n, &found.price, &found.at, &found.local, &found.day, &found.flag, &found.code,
			&found.raw, &found.ratio, &found.small, &found.half, &found.kind))
	holds(found.at.Equal(at) && found.local.Equal(at) && found.day.Equal(day), found)
	found.at, found.local, found.day = at, at, day
	same(found, item{"ä", "12.50", code, "ab ", 7, 3, at, at, day, true, []byte{0, 1, 255}, 0.25, 0.5})
}

func addValues() {
	add("types_there_and_back", with("", func(c *pgx.Conn) { storeItem(c) }))
	add("types_by_the_simple_protocol", func() {
		config, err := pgx.ParseConfig(dsn + " sslmode=disable")
		must(err)
		config.PreferSimpleProtocol = true
		c, err := pgx.ConnectConfig(background, config)
		must(err)
		defer c.Close(background)
		storeItem(c)
	})
	add("types_with_cached_descriptions", with("statement_cache_mode=describe", func(c *pgx.Conn) { storeItem(c) }))
	add("types_without_a_cache", with("statement_cache_capacity=0", func(c *pgx.Conn) { storeItem(c) }))
	add("types_that_pgx_chooses", with("", func(c *pgx.Conn) {
		found := all(c, "SELECT id, owner, balance::bigint, balance::float8, true, balance::smallint, NULL::int, "+
			"'x'::\"char\", id::oid, '2024-02-29'::date FROM account WHERE id = $1", 1)
		same(fmt.Sprintf("%T %v", found[0], found[0]), "[]interface {} [1 a 10 10 true 10 <nil> 120 1 "+
			"2024-02-29 00:00:00 +0000 UTC]")
	}))
	add("null_values", with("", func(c *pgx.Conn) {
		var name *string
		var n *int
		var at *time.Time
		var price pgtype.Numeric
		must(c.QueryRow(background, "INSERT INTO item (name, n, at, price) VALUES ($1, $2, $3, $4) RETURNING "+
			"name, n, at, price", nil, (*int)(nil), pgtype.Timestamptz{Status: pgtype.Null}, nil).
			Scan(&name, &n, &at, &price))
		holds(name == nil && n == nil && at == nil && price.Status == pgtype.Null, name, n, at, price)
	}))
	add("numbers_of_any_precision", with("", func(c *pgx.Conn) {
		for _, text := range []string{"12345678901234567890.123456789", "-0.00010", "0", "10000", "0.0000123456",
			"1000000000000000000000000000000"} {
			var parameter, found pgtype.Numeric
			must(parameter.Set(text))
			must(c.QueryRow(background, "SELECT $1::numeric", &parameter).Scan(&found))
			expected, _ := new(big.Rat).SetString(text)
			power, _ := new(big.Rat).SetString(fmt.Sprintf("1e%d", found.Exp))
			same(power.Mul(power, new(big.Rat).SetInt(found.Int)).RatString(), expected.RatString())
		}
		var found pgtype.Numeric
		must(c.QueryRow(background, "SELECT 'NaN'::numeric").Scan(&found))
		holds(found.NaN, found)
	}))
	add("times_and_intervals", with("", func(c *pgx.Conn) {
		var at time.Time
		var length pgtype.Interval
		var clock pgtype.Time
		var duration time.Duration
		must(c.QueryRow(background, "SELECT $1::timestamptz + '1 day'::interval, $2::interval, $3::time, $4::interval",
			time.Date(2024, 2, 28, 23, 0, 0, 0, time.FixedZone("x", 7200)), "1 mon 2 days 03:00:00.5",
			&pgtype.Time{Microseconds: 3600000001, Status: pgtype.Present}, 90*time.Minute).
			Scan(&at, &length, &clock, &duration))
		holds(at.Equal(time.Date(2024, 2, 29, 21, 0, 0, 0, time.UTC)), at)
		same([]int64{int64(length.Months), int64(length.Days), length.Microseconds, clock.Microseconds},
			[]int64{1, 2, 10800500000, 3600000001})
		same(duration, 90*time.Minute)
	}))
	add("infinite_times", with("", func(c *pgx.Conn) {
		var at pgtype.Timestamptz
		var day pgtype.Date
		must(c.QueryRow(background, "INSERT INTO item (at, day) VALUES ('infinity', $1) RETURNING at, day",
			&pgtype.Date{Status: pgtype.Present, InfinityModifier: pgtype.NegativeInfinity}).Scan(&at, &day))
		same([]pgtype.InfinityModifier{at.InfinityModifier, day.InfinityModifier},
			[]pgtype.InfinityModifier{pgtype.Infinity, pgtype.NegativeInfinity})
	}))
	add("arrays", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE tagged (tags text[], numbers int[], codes uuid[], times timestamptz[])")
		at := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
		var tags []*string
		var numbers []int32
		var times []time.Time
		quoted := `a "q", \ {}`
		must(c.QueryRow(background, "INSERT INTO tagged VALUES ($1, $2, $3, $4) RETURNING tags, numbers, times",
			[]*string{&quoted, nil}, []int{1, 2}, []string{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"}, []time.Time{at}).
			Scan(&tags, &numbers, &times))
		holds(len(tags) == 2 && *tags[0] == quoted && tags[1] == nil, tags)
		same(numbers, []int32{1, 2})
		holds(len(times) == 1 && times[0].Equal(at), times)
		var codes []string
		must(c.QueryRow(background, "SELECT codes::text[] FROM tagged").Scan(&codes))
		same(codes, []string{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"})
	}))
	add("expressions_that_are_returned", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE listed (id serial PRIMARY KEY, tags text[], codes uuid[])")
		same(value(c, "INSERT INTO listed (codes) VALUES ($1) RETURNING codes::text[]::text",
			[]string{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"}), "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}")
		same(value(c, "INSERT INTO listed (tags) VALUES ($1) RETURNING array_length(tags, 1)", []string{"x", "y"}),
			int32(2))
	}))
	add("arrays_in_conditions", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE labelled (id int PRIMARY KEY, labels text[])")
		execute(c, "INSERT INTO labelled VALUES (1, $1), (2, $2)", []string{"a", "b"}, []string{"c"})
		same(value(c, "SELECT id FROM labelled WHERE labels && $1", []string{"c", "d"}), int32(2))
		same(execute(c, "UPDATE labelled SET labels = array_append(labels, $1) WHERE $2 = ANY(labels)", "x", "a"),
			"UPDATE 1")
		same(execute(c, "DELETE FROM labelled WHERE labels @> $1", []string{"a", "x"}), "DELETE 1")
	}))
	add("arrays_of_two_dimensions", with("", func(c *pgx.Conn) {
		var found [][]int32
		must(c.QueryRow(background, "SELECT $1::int[] || $2::int[]", [][]int32{{1, 2}}, [][]int32{{3, 4}}).Scan(&found))
		same(found, [][]int32{{1, 2}, {3, 4}})
	}))
	add("array_in_any", with("", func(c *pgx.Conn) {
		same(value(c, "SELECT count(*) FROM account WHERE id = ANY($1)", []int32{1, 3}), int64(2))
		same(value(c, "SELECT count(*) FROM account WHERE owner = ANY($1)", []string{"a", "z"}), int64(1))
		same(value(c, "SELECT count(*) FROM account WHERE owner = ANY($1)", []string{}), int64(0))
	}))
	add("rows_of_arrays", with("", func(c *pgx.Conn) {
		same(execute(c, "INSERT INTO item (name, n) SELECT * FROM unnest($1::text[], $2::int[])",
			[]string{"u1", "u2"}, []int32{1, 2}), "INSERT 0 2")
	}))
	add("json_documents", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE paper (id int PRIMARY KEY, doc jsonb, plain json)")
		type document struct {
			A []int  `json:"a"`
			B string `json:"b"`
		}
		var found, plain document
		must(c.QueryRow(background, "INSERT INTO paper VALUES (1, $1, $2) RETURNING doc, plain",
			document{[]int{1, 2}, "ü"}, map[string]string{"b": "x"}).Scan(&found, &plain))
		same([]document{found, plain}, []document{{[]int{1, 2}, "ü"}, {nil, "x"}})
		same(value(c, "SELECT doc->'a'->>1 FROM paper WHERE doc @> $1", `{"b": "ü"}`), "2")
		same(execute(c, "UPDATE paper SET doc = jsonb_set(doc, '{b}', $1) WHERE id = $2", `"y"`, 1), "UPDATE 1")
		same(value(c, "SELECT doc->>'b' FROM paper"), "y")
	}))
	add("json_without_a_primary_key", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE leaf (doc jsonb)")
		execute(c, "INSERT INTO leaf VALUES ($1)", `{"a": 1}`)
		same(execute(c, "UPDATE leaf SET doc = doc || $1 WHERE doc->>'a' = $2", `{"a": 2}`, "1"), "UPDATE 1")
		same(value(c, "SELECT doc->>'a' FROM leaf"), "2")
	}))
	add("addresses_ranges_and_bits", with("", func(c *pgx.Conn) {
		var address net.IP
		var numbers pgtype.Int4range
		var bits pgtype.Varbit
		must(c.QueryRow(background, "SELECT $1::inet, $2::int4range, B'101'::varbit", net.ParseIP("10.0.0.1"),
			"[1,5)").Scan(&address, &numbers, &bits))
		holds(address.String() == "10.0.0.1" && numbers.Upper.Int == 5 && bits.Len == 3, address, numbers, bits)
	}))
	add("stored_ranges_and_addresses", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE booking (room int, during tstzrange, host inet)")
		from := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
		during := pgtype.Tstzrange{LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Status: pgtype.Present,
			Lower: pgtype.Timestamptz{Time: from, Status: pgtype.Present},
			Upper: pgtype.Timestamptz{Time: from.Add(time.Hour), Status: pgtype.Present}}
		execute(c, "INSERT INTO booking VALUES ($1, $2, $3)", 1, &during, net.ParseIP("10.0.0.1"))
		var found pgtype.Tstzrange
		var host net.IP
		must(c.QueryRow(background, "SELECT during, host FROM booking WHERE room = $1", 1).Scan(&found, &host))
		holds(found.Lower.Time.Equal(from) && host.String() == "10.0.0.1", found, host)
		same(value(c, "SELECT count(*) FROM booking WHERE during @> $1::timestamptz", from.Add(time.Minute)), int64(1))
	}))
	add("enumeration", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TYPE mood AS ENUM ('sad', 'glad')")
		execute(c, "CREATE TABLE person (name text, mood mood)")
		var found string
		must(c.QueryRow(background, "INSERT INTO person VALUES ($1, $2) RETURNING mood", "a", "glad").Scan(&found))
		same(found, "glad")
		_, err := c.Exec(background, "INSERT INTO person VALUES ($1, $2)", "b", "odd")
		refused("22P02", err)
	}))
	add("composite_value", with("", func(c *pgx.Conn) {
		var n int
		var text *string
		must(c.QueryRow(background, "SELECT ROW(1, 'x'::text)", pgx.QueryResultFormats{pgx.BinaryFormatCode}).
			Scan(pgtype.CompositeFields{&n, &text}))
		holds(n == 1 && *text == "x", n, text)
	}))
	add("long_values", with("", func(c *pgx.Conn) {
		same(all(c, "INSERT INTO item (name, raw) VALUES ($1, $2) RETURNING length(name), length(raw)",
			strings.Repeat("ä", 300000), make([]byte, 1<<20)), [][]interface{}{{int32(300000), int32(1 << 20)}})
	}))
}

func addErrors() {
	refusal := func(db executor, query string, arguments ...interface{}) *pgconn.PgError {
		_, err := db.Exec(background, query, arguments...)
		var found *pgconn.PgError
		if !errors.As(err, &found) {
			panic(fmt.Sprint("found ", err))
		}
		return found
	}
	add("violated_constraints", with("", func(c *pgx.Conn) {
		e := refusal(c, "INSERT INTO account VALUES ($1, $2)", 1, "new")
		same([]string{e.Code, e.ConstraintName, e.TableName, e.SchemaName, e.Detail, e.Severity}, []string{"23505",
			"account_pkey", "account", "public", "Key (id)=(1) already exists.", "ERROR"})
		e = refusal(c, "UPDATE account SET balance = $1 WHERE id = 1", -5)
		same([]string{e.Code, e.ConstraintName}, []string{"23514", "solvent"})
		e = refusal(c, "INSERT INTO item (account_id) VALUES ($1)", 99)
		same([]string{e.Code, e.ConstraintName}, []string{"23503", "item_account_id_fkey"})
		e = refusal(c, "INSERT INTO account (id) VALUES ($1)", 12)
		same([]string{e.Code, e.ColumnName}, []string{"23502", "owner"})
	}))
	add("wrong_binary_values", with("", func(c *pgx.Conn) {
		same(refusal(c, "INSERT INTO account VALUES ($1, $2)", 30, strings.Repeat("x", 21)).Code, "22001")
		same(refusal(c, "INSERT INTO item (price) VALUES ($1)", 123456789.5).Code, "22003")
		same(refusal(c, "SELECT 1 / $1::int", 0).Code, "22012")
	}))
	add("texts_of_wrong_bytes", with("", func(c *pgx.Conn) {
		same(refusal(c, "INSERT INTO item (name) VALUES ($1)", "a\x00b").Code, "22021")
		same(refusal(c, "INSERT INTO item (name) VALUES ($1)", "\xff").Code, "22021")
	}))
	add("positions", with("", func(c *pgx.Conn) {
		same(refusal(c, "SELECT ownr FROM account").Position, int32(8))
		same(refusal(c, "SELECT * FROM account WHERE WHERE").Position, int32(29))
		same(refusal(c, "SELECT * FROM nowhere").Position, int32(15))
		same(refusal(c, "SELECT nothing(1)").Position, int32(8))
	}))
}
