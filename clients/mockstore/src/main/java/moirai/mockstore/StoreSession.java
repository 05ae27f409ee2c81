package moirai.mockstore;

/** A client's sequence of transactions; has at most one pending. */
public final class StoreSession {

    private final MockStore store;
    private final int number;
    private Chooser chooser;

    StoreSession(MockStore store, int number) {
        this.store = store;
        this.number = number;
        this.chooser = store.options().chooser();
    }

    /** From 0 for the store's first session. */
    public int number() {
        return number;
    }

    /** From now on, this chooser decides for this session's reads. */
    public void use(Chooser own) {
        chooser = own;
    }

    /** From now on, the store's chooser decides again. */
    public void useStoreChooser() {
        chooser = store.options().chooser();
    }

    Chooser chooser() {
        return chooser;
    }

    /**
     * Begins the session's next transaction.
     *
     * @throws StoreException if one is pending (SQLSTATE 25001)
     */
    public StoreTxn begin() {
        return new StoreTxn(store, this, store.begin(number));
    }
}
