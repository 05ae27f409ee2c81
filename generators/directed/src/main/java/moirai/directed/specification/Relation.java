package moirai.directed.specification;

import java.util.Arrays;
import java.util.Optional;

/** A relation of which axioms speak. */
public enum Relation {
    /** The second sees the writes of the first. */
    VISIBLE("vis"),
    /** The writes of the first take effect before those of the second; a total order, of which vis is a part. */
    ORDER("ar"),
    /** Both write a field of a row, the first one before the second. */
    WRITE_WRITE("ww"),
    /** The second reads a field of a row as the first wrote it. */
    WRITE_READ("wr"),
    /** The first reads a field of a row in a version before that of the second. */
    READ_WRITE("rw"),
    /** Both are statements of one transaction. */
    SAME("same"),
    /** Both are statements of one transaction, the first one before the second. */
    PROGRAM_ORDER("so");

    private final String word;

    Relation(String word) {
        this.word = word;
    }

    /** Returns the relation with this word in a text. */
    static Optional<Relation> of(String word) {
        return Arrays.stream(values())
                .filter(relation -> relation.word.equals(word))
                .findFirst();
    }

    /** Returns the word in a text. */
    public String word() {
        return word;
    }

    /** Returns whether an axiom may promise it. */
    boolean isPromised() {
        return this == VISIBLE || this == ORDER;
    }

    /** Returns whether it is a dependency, by the fields that both read or write. */
    public boolean isConflict() {
        return this == WRITE_WRITE || this == WRITE_READ || this == READ_WRITE;
    }

    /** Returns whether it says nothing of different transactions. */
    boolean isWithinTxn() {
        return this == SAME || this == PROGRAM_ORDER;
    }
}
