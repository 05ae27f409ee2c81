package moirai.formats;

import static com.fasterxml.jackson.core.JsonToken.START_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;
import static com.fasterxml.jackson.core.JsonToken.VALUE_NULL;

import java.util.EnumSet;
import java.util.Set;

/** One event of dbcop's JSON, in any of the shapes that {@link DbcopJsonReader} names. */
final class DbcopJsonEvent {

    private static final String EVENT =
            "an event, e.g. {\"Write\": {\"variable\": 7, \"version\": 1}}, [\"r\", 7, 1] or"
                    + " {\"write\": true, \"variable\": 7, \"value\": 1, \"success\": true}";

    private enum Part {
        KIND,
        KEY,
        VALUE,
        SUCCESS
    }

    private final JsonInput in;
    private final Set<Part> known = EnumSet.noneOf(Part.class);
    private boolean isWrite;
    private long key;
    private long value;
    private boolean isNull;
    private boolean succeeded;

    DbcopJsonEvent(JsonInput in) {
        this.in = in;
    }

    /** Reads the event that begins at the current token, and adds it. */
    void read(DbcopTxn txn) {
        known.clear();
        if (in.token() == START_ARRAY) {
            tuple();
        } else if (in.token() == START_OBJECT) {
            object();
        } else {
            throw in.unexpected(EVENT);
        }
        if (!isNull || !succeeded) {
            txn.event(isWrite, key, value, succeeded);
        } else {
            txn.initialRead(key);
        }
    }

    private void tuple() {
        in.next();
        isWrite = switch (in.text()) {
            case "w" -> true;
            case "r" -> false;
            default -> throw in.unexpected("\"r\" or \"w\"");
        };
        succeeded = true;
        in.next();
        key = in.number("the variable");
        in.next();
        value();
        if (in.hasMore()) {
            throw in.unexpected("three values in an event");
        }
    }

    private void object() {
        if (!in.hasMore()) {
            throw in.unexpected(EVENT);
        }
        String member = in.text();
        if (member.equals("Write") || member.equals("Read")) {
            isWrite = member.equals("Write");
            succeeded = true;
            in.expect(START_OBJECT, "an object with 'variable' and 'version'");
            known.addAll(EnumSet.of(Part.KIND, Part.SUCCESS));
            members("version");
            if (in.hasMore()) {
                throw in.unexpected("one member in an event with 'Read' or 'Write'");
            }
        } else {
            member(member, "value");
            members("value");
        }
    }

    private void members(String valueName) {
        while (in.hasMore()) {
            member(in.text(), valueName);
        }
        if (known.size() < Part.values().length) {
            throw in.error("an event without " + missing(valueName) + "; expected " + EVENT);
        }
        requireValueOfWrite();
    }

    private void member(String name, String valueName) {
        Part part = name.equals(valueName)
                ? Part.VALUE
                : switch (name) {
                    case "write" -> Part.KIND;
                    case "variable" -> Part.KEY;
                    case "success" -> Part.SUCCESS;
                    default -> throw in.unexpected(EVENT);
                };
        if (!known.add(part)) {
            throw in.error("'" + name + "' where it was said before; expected " + EVENT);
        }
        in.next();
        switch (part) {
            case KIND -> isWrite = in.flag(name);
            case KEY -> key = in.number(name);
            case SUCCESS -> succeeded = in.flag(name);
            case VALUE -> valueOrNull();
        }
    }

    private String missing(String valueName) {
        Part first = EnumSet.complementOf(EnumSet.copyOf(known)).iterator().next();
        return switch (first) {
            case KIND -> "'write'";
            case KEY -> "'variable'";
            case SUCCESS -> "'success'";
            case VALUE -> "'" + valueName + "'";
        };
    }

    private void value() {
        valueOrNull();
        requireValueOfWrite();
    }

    private void valueOrNull() {
        isNull = in.token() == VALUE_NULL;
        value = isNull ? 0 : in.number("the value");
    }

    private void requireValueOfWrite() {
        if (isWrite && isNull) {
            throw in.error("a write of null; expected a number");
        }
    }
}
