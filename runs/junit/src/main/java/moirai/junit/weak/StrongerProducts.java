package moirai.junit.weak;

import java.util.ArrayList;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import moirai.history.Seed;
import moirai.junit.weak.choices.ChoiceTape;
import moirai.mockstore.levels.ProductLevel;
import org.opentest4j.TestAbortedException;

/** The calls of a failure at a product's level, at the stronger levels of that product. */
final class StrongerProducts {

    /** The number of tries at each level. */
    private static final int TRIES = 100;

    private final Tries tries;
    private final Tries.Body body;
    private final Seed seed;
    private final BooleanSupplier mayGoOn;

    /**
     * Creates the tries of a failure.
     *
     * @param mayGoOn whether there is time for another try
     */
    StrongerProducts(Tries tries, Tries.Body body, Seed seed, BooleanSupplier mayGoOn) {
        this.tries = tries;
        this.body = body;
        this.seed = seed;
        this.mayGoOn = mayGoOn;
    }

    /** Returns how the calls end at the stronger levels; empty if there are none. */
    String sentences(Outcome failing) throws InterruptedException {
        var sentences = new ArrayList<String>();
        for (ProductLevel other : ProductLevel.values()) {
            if (tries.level() instanceof ProductLevel level && other.compareTo(level) > 0) {
                sentences.add(sentence(other, failing));
            }
        }
        return String.join(" ", sentences).strip();
    }

    private String sentence(ProductLevel other, Outcome failing) throws InterruptedException {
        int passed = 0;
        int aborted = 0;
        for (int index = 0; index < TRIES && mayGoOn.getAsBoolean(); index++) {
            ChoiceTape tape = ChoiceTape.random(seed.part(index));
            Outcome outcome = tries.run(body, other, tape, failing.trial().leftOut());
            Optional<Throwable> thrown = outcome.thrown();
            if (outcome.trial().hasConflict()) {
                // What a test expects of all calls says little of a try in which one was aborted.
                aborted++;
            } else if (outcome.isSame(failing)) {
                return "It fails at " + other.label() + " as well.";
            } else if (thrown.isEmpty()) {
                passed++;
            } else if (!(thrown.get() instanceof TestAbortedException)) {
                return "At " + other.label() + " it fails otherwise: " + Outcome.firstLine(thrown.get()) + ".";
            }
        }
        return passed + aborted == 0
                ? ""
                : "At " + other.label() + " " + passed + " tries passed and none failed"
                        + (aborted == 0
                                ? "."
                                : "; in " + aborted + " a call was aborted, which has to be tried again.");
    }
}
