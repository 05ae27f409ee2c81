package moirai.exploration.program;

/**
 * The reply of a transaction whose session goes on with another transaction before the next one that the program
 * lists. An operation of several transactions is written so: each body knows what the ones before it have read.
 *
 * @param name what the next transaction does, with its arguments, in a few words; two replies of the same name are
 *     equal
 * @param body the steps of the next transaction
 */
public record Then(String name, Body body) {

    @Override
    public boolean equals(Object other) {
        return other instanceof Then then && then.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "then " + name;
    }
}
