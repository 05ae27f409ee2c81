package moirai.mockstore.locks;

/**
 * A step of a transaction on a key that others may have locked. The four locks of rows conflict as in PostgreSQL
 * (documentation, "Explicit Locking", table "Conflicting Row-Level Locks").
 */
public enum LockMode {
    /** A write at a level of axioms. It takes effect at the commit, and locks nothing. */
    WRITE(0, false, false),
    /** A read for update at a level of axioms, which also waits for pending writers. */
    READ_FOR_UPDATE(3, false, true),
    KEY_SHARE(0, false, false),
    SHARE(1, false, false),
    NO_KEY_UPDATE(2, false, false),
    UPDATE(3, false, false),
    /** {@link #NO_KEY_UPDATE} by a transaction that changes the row, and none of its keys. */
    NO_KEY_CHANGE(2, true, false),
    /** {@link #UPDATE} by a transaction that changes a key of the row or deletes the row. */
    CHANGE(3, true, false),
    /** The right to add a row with a key that nobody has, which waits for all who may change that. */
    CLAIM(LockMode.NO_ROW_LOCK, true, true),
    /** Waits until nobody is changing the row, and locks nothing. */
    UNCHANGED(LockMode.NO_ROW_LOCK, false, false);

    private static final int NO_ROW_LOCK = -4;
    private static final int CONFLICT = 3;

    private final int strength;
    private final boolean isChange;
    private final boolean waitsForWriters;

    LockMode(int strength, boolean isChange, boolean waitsForWriters) {
        this.strength = strength;
        this.isChange = isChange;
        this.waitsForWriters = waitsForWriters;
    }

    /** Returns the lock that is as strong and does not say that the row changes. */
    public LockMode unchanging() {
        return switch (this) {
            case NO_KEY_CHANGE -> NO_KEY_UPDATE;
            case CHANGE -> UPDATE;
            case WRITE, READ_FOR_UPDATE, KEY_SHARE, SHARE, NO_KEY_UPDATE, UPDATE, CLAIM, UNCHANGED -> this;
        };
    }

    /** Returns whether a lock that another transaction holds stands in the way of this one. */
    boolean isBlockedBy(LockMode held) {
        boolean waitsForChanges = this == CLAIM || this == UNCHANGED;
        return waitsForChanges ? held.isChange : strength + held.strength >= CONFLICT;
    }

    /** Returns whether who need not wait for a holder goes on, even if others wait for one. */
    boolean overtakes() {
        return this != WRITE && this != READ_FOR_UPDATE;
    }

    /** Returns whether who waits keeps its place among others; products check again what has changed instead. */
    boolean isQueued() {
        return strength >= 0;
    }

    /** Returns the mode that stands in the way of more. */
    LockMode strongerOf(LockMode other) {
        return other.strength > strength ? other : this;
    }

    /** Returns whether pending transactions that have written the key stand in the way. */
    boolean waitsForWriters() {
        return waitsForWriters;
    }

    /** Returns whether who holds this lock needs no other one for what that would allow. */
    boolean includes(LockMode other) {
        return this == other || (strength >= other.strength && other.strength >= 0 && (isChange || !other.isChange));
    }
}
