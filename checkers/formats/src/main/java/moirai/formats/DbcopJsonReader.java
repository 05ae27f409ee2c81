package moirai.formats;

import static com.fasterxml.jackson.core.JsonToken.FIELD_NAME;
import static com.fasterxml.jackson.core.JsonToken.START_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;

import java.nio.file.Path;
import moirai.history.History;

/**
 * Reads the JSON of dbcop, of the older and the newer shape.
 *
 * <pre>
 * {"params": {…}, "info": "…", "start": "…", "end": "…", "data": SESSIONS}   or SESSIONS alone, arrays of arrays of
 * {"events": [EVENT, …], "success": true}   or "committed" for "success"
 * {"write": true, "variable": 7, "value": 1, "success": true}   or
 * {"Write": {"variable": 7, "version": 1}}   or
 * ["w", 7, 1]
 * </pre>
 *
 * <p>The newer shapes have {@code "Read"} and {@code "r"} for reads. Success and failure have the meanings of {@link
 * DbcopReader}. A read of {@code null} shows the initial state. Members beside {@code data} are descriptions and may be
 * anything. Unknown members of transactions and events are refused, because they may say what must not be overlooked.
 *
 * <p>Cost: O(bytes), in memory that does not depend on the nesting.
 */
record DbcopJsonReader(JsonInput in, DbcopTxn txn, DbcopJsonEvent event) {

    private static final String TXN = "a transaction, e.g. {\"events\": [...], \"committed\": true}";

    static History read(Path file) {
        try (JsonInput in = JsonInput.open(file)) {
            var ops = new RegisterOps(file, true);
            new DbcopJsonReader(in, new DbcopTxn(ops), new DbcopJsonEvent(in)).history();
            return ops.build();
        }
    }

    private void history() {
        if (in.next() == START_ARRAY) {
            sessions();
        } else if (in.token() == START_OBJECT) {
            document();
        } else {
            throw in.unexpected("an object with the member 'data', or an array of sessions");
        }
        if (!in.isAtEnd()) {
            throw in.unexpected("the end of the file");
        }
    }

    private void document() {
        boolean hasData = false;
        while (in.hasMore()) {
            if (!in.text().equals("data")) {
                in.skipValue();
            } else if (hasData) {
                throw in.error("a second member 'data'; expected one");
            } else {
                in.expect(START_ARRAY, "an array of sessions");
                sessions();
                hasData = true;
            }
        }
        if (!hasData) {
            throw in.error("an object without 'data'; expected that member, an array of sessions");
        }
    }

    private void sessions() {
        for (long session = 0; in.hasMore(); session++) {
            if (in.token() != START_ARRAY) {
                throw in.unexpected("a session, which is an array of transactions");
            }
            while (in.hasMore()) {
                if (in.token() != START_OBJECT) {
                    throw in.unexpected(TXN);
                }
                txn(session);
            }
        }
    }

    private void txn(long session) {
        txn.begin(session);
        boolean hasEvents = false;
        boolean hasEnd = false;
        boolean succeeded = false;
        while (in.hasMore()) {
            String member = in.text();
            if (member.equals("events") && !hasEvents) {
                in.expect(START_ARRAY, "an array of events");
                events();
                hasEvents = true;
            } else if ((member.equals("success") || member.equals("committed")) && !hasEnd) {
                in.next();
                succeeded = in.flag(member);
                hasEnd = true;
            } else {
                throw in.unexpected("'events' once, and 'success' or 'committed' once");
            }
        }
        if (!hasEvents || !hasEnd) {
            throw in.error("a transaction without " + (hasEvents ? "its end" : "its events") + "; expected " + TXN);
        }
        txn.end(succeeded);
    }

    private void events() {
        while (in.hasMore()) {
            if (in.token() == FIELD_NAME) {
                throw in.unexpected("an event");
            }
            event.read(txn);
        }
    }
}
