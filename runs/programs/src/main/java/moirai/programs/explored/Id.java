package moirai.programs.explored;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A primary key.
 *
 * @param parts numbers and texts
 */
record Id(List<Object> parts) implements Comparable<Id> {

    Id {
        parts = List.copyOf(parts);
    }

    static Id of(Object... parts) {
        return new Id(List.of(parts));
    }

    /** Returns whether the first parts of this key are these. */
    boolean startsWith(Object... first) {
        return parts.size() >= first.length && parts.subList(0, first.length).equals(List.of(first));
    }

    /** Returns whether the last parts of this key are these. */
    boolean endsWith(Object... last) {
        return parts.size() >= last.length
                && parts.subList(parts.size() - last.length, parts.size()).equals(List.of(last));
    }

    int number(int part) {
        return (Integer) parts.get(part);
    }

    /** Compares the keys part by part; numbers come before texts, so that all keys are ordered. */
    @Override
    public int compareTo(Id other) {
        for (int part = 0; part < Math.min(parts.size(), other.parts.size()); part++) {
            int order = compare(parts.get(part), other.parts.get(part));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(parts.size(), other.parts.size());
    }

    private static int compare(Object left, Object right) {
        if (left instanceof Integer first && right instanceof Integer second) {
            return first.compareTo(second);
        }
        int order = Boolean.compare(right instanceof Integer, left instanceof Integer);
        return order != 0 ? order : left.toString().compareTo(right.toString());
    }

    @Override
    public String toString() {
        return parts.stream().map(Object::toString).collect(Collectors.joining(":"));
    }
}
