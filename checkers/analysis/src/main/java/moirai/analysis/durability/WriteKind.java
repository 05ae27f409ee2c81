package moirai.analysis.durability;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.RunHeader;

/** The kind of writes whose durability is judged, with the words for it. */
public enum WriteKind {

    /** Elements at the end of lists. */
    APPEND("append", "append predicate"),

    /** Elements of sets. */
    ADD("add", "set"),

    /** Values of registers. */
    WRITE("write", "register"),

    /** Amounts by which counters grow. */
    INCREMENT("increment", "counter"),

    /** Amounts by which transfers change the balances of accounts. */
    BALANCE_CHANGE("balance change", "bank");

    private static final String LOST = "lost-";

    private final String noun;
    /** The words with which recipes of such workloads begin, between blanks. */
    private final String workloads;

    WriteKind(String noun, String workloads) {
        this.noun = noun;
        this.workloads = workloads;
    }

    /** Returns the kind of the writes in a history. */
    public static WriteKind of(History history) {
        return of(history.dataModel(), history.header());
    }

    /** Returns the kind of the writes to keys that hold this, in a history with this header. */
    public static WriteKind of(DataModel model, RunHeader header) {
        return switch (model) {
            case LIST_APPEND -> APPEND;
            case SET -> ADD;
            case REGISTER -> WRITE;
            case COUNTER -> ofWorkload(header.workload()) == BALANCE_CHANGE ? BALANCE_CHANGE : INCREMENT;
        };
    }

    /** Returns the kind of the writes of a run by the recipe of its workload; appends if that says nothing. */
    public static WriteKind ofWorkload(String recipe) {
        String word = recipe.split(" ", 2)[0];
        return Arrays.stream(values())
                .filter(kind -> List.of(kind.workloads.split(" ")).contains(word))
                .findFirst()
                .orElse(APPEND);
    }

    /** Returns the kind whose loss has this label. */
    public static Optional<WriteKind> lost(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.lostLabel().equals(label))
                .findFirst();
    }

    /** Returns the word for one of them in a text: {@code append} or {@code balance change}. */
    public String noun() {
        return noun;
    }

    /** Returns the label of the loss of such writes in files and names: {@code lost-append}. */
    public String lostLabel() {
        return LOST + noun.replace(' ', '-');
    }

    /** Returns the name of the loss of such writes: {@code lost append}. */
    public String lostName() {
        return "lost " + noun;
    }

    /** Returns whether final reads show sums, and not whose writes are in them. */
    public boolean isOfSums() {
        return this == INCREMENT || this == BALANCE_CHANGE;
    }
}
