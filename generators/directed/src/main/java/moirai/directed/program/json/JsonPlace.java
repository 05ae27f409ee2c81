package moirai.directed.program.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A value in a JSON document with its path there. */
record JsonPlace(JsonNode node, String path) {

    private static final int SHOWN_MAX = 80;

    /** Returns the member of an object, which may be missing. */
    JsonPlace member(String name) {
        JsonNode member = node.isObject() && node.has(name) ? node.get(name) : MissingNode.getInstance();
        return new JsonPlace(member, path.isEmpty() ? name : path + "." + name);
    }

    boolean has(String name) {
        return node.isObject() && node.has(name);
    }

    boolean isMissing() {
        return node.isMissingNode();
    }

    /** Refuses other values than objects, and members that would be ignored. */
    void onlyMembers(Set<String> accepted) {
        if (!node.isObject()) {
            throw wrong("an object with " + accepted);
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!accepted.contains(name)) {
                throw new ProgramFormatException(
                        member(name).path() + ": unknown member '" + name + "'; accepted here: " + accepted);
            }
        });
    }

    String text() {
        if (!node.isTextual()) {
            throw wrong("a text");
        }
        return node.textValue();
    }

    int number() {
        if (!node.isInt()) {
            throw wrong("a whole number");
        }
        return node.intValue();
    }

    boolean flag() {
        if (!node.isBoolean()) {
            throw wrong("true or false");
        }
        return node.booleanValue();
    }

    /** Returns the elements of an array. */
    <T> List<T> list(Function<JsonPlace, T> element) {
        if (!node.isArray()) {
            throw wrong("an array");
        }
        var elements = new ArrayList<T>();
        for (int i = 0; i < node.size(); i++) {
            elements.add(element.apply(new JsonPlace(node.get(i), path + "[" + i + "]")));
        }
        return elements;
    }

    /** Returns the members of an object in their order. */
    List<JsonPlace> members() {
        if (!node.isObject()) {
            throw wrong("an object");
        }
        var members = new ArrayList<JsonPlace>();
        node.fieldNames().forEachRemaining(name -> members.add(member(name)));
        return members;
    }

    /** Returns the last part of the path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Returns the exception to throw if something else is expected. */
    ProgramFormatException wrong(String accepted) {
        String found = node.toString();
        String shown = isMissing()
                ? "is missing"
                : "is " + (found.length() > SHOWN_MAX ? found.substring(0, SHOWN_MAX) + "…" : found);
        return new ProgramFormatException(
                (path.isEmpty() ? "the document" : path) + " " + shown + "; expected " + accepted);
    }
}
