package moirai.exploration.program;

/**
 * A reply after which the session runs another transaction, before the next one that the program lists. An operation of
 * several transactions is written with such replies: each body can use the values that the earlier bodies have read.
 *
 * @param name the next transaction and its arguments, in a few words; replies with the same name are equal
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
