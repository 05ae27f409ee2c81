package moirai.junit.weak;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import moirai.exploration.Signature;
import moirai.history.Seed;
import moirai.junit.weak.choices.ChoiceTape;
import moirai.junit.weak.choices.SavedTry;
import moirai.mockstore.Choice;
import moirai.mockstore.choice.Exhaustive;
import org.opentest4j.TestAbortedException;

/**
 * A search for a try that fails, and for the smallest try that fails in the same way.
 *
 * <p>A failure is made smaller in two steps. First, calls are left out one at a time, as long as some of {@value
 * #TRIES_WITHOUT_CALL} random tries of the rest fail in the same way. If all calls are right one after the other, the
 * rest has to be, too: a test that expects the effects of all calls fails without one of them, which says nothing. Then
 * each choice becomes the first one, if the failure stays: the value that was committed last, and the session with the
 * lowest number.
 */
public final class FailureSearch {

    /** The number of tries in which a smaller set of calls has to fail. */
    private static final int TRIES_WITHOUT_CALL = 300;

    /**
     * The number of times that a try with a difference is run again. A coin that shows both sides alike is mistaken for
     * shared memory in 2^-20 of the cases, one that shows the other side rarely more often.
     */
    private static final int TRIES_AGAIN = 20;

    /** The number of tries after which calls that have not touched the store are not tried again. */
    private static final int TRIES_BESIDE_STORE = 10;

    /** A try that was followed: its choices, and what it has asked. */
    private record Followed(IntList choices, List<Decisions.Question> questions) {}

    private final Tries tries;
    private final SearchOptions options;
    private final Tries.Body body;
    private final Set<List<Signature>> behaviours = new HashSet<>();
    private long deadlineNanos;
    private int ran;
    private boolean isStoreUsed;
    private boolean isTelling;
    private Optional<TestAbortedException> aborted = Optional.empty();
    private int discarded;
    private boolean isExhausted;

    /** Creates a search. */
    public FailureSearch(Tries tries, SearchOptions options, Tries.Body body) {
        this.tries = tries;
        this.options = options;
        this.body = body;
    }

    /**
     * Runs random tries until one fails.
     *
     * @param saved a try that failed before, which is run first
     * @return the failure, made smaller; empty if every try passed
     * @throws InterruptedException if the thread was interrupted
     * @throws MisuseException if the test runs nothing in parallel
     */
    public Optional<Failure> run(Optional<SavedTry> saved) throws InterruptedException {
        Optional<Failure> known = again(saved);
        if (known.isPresent()) {
            return known;
        }
        for (int index = 0; index < options.tries(); index++) {
            Seed seed = index == 0 ? options.seed() : options.seed().part(index);
            Outcome outcome = run(ChoiceTape.random(seed), new BitSet());
            if (isDiscarded(outcome)) {
                continue;
            }
            requireRound(outcome);
            if (outcome.thrown().isPresent()) {
                return Optional.of(smaller(outcome, seed, index + 1));
            }
            if (index == TRIES_BESIDE_STORE && !isStoreUsed) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /**
     * Runs one try for each list of answers to the store's questions, until one fails.
     *
     * @param saved a try that failed before, which is run first
     * @return the failure, made smaller; empty if every try passed, or if there were more than the options allow
     * @throws InterruptedException if the thread was interrupted
     * @throws MisuseException if the test runs nothing in parallel, or asks other questions after the same
     *    answers
     */
    public Optional<Failure> runAll(Optional<SavedTry> saved) throws InterruptedException {
        // The clock stands still for the saved try as for all others.
        tries.follow(Optional.empty());
        Optional<Failure> known = again(saved);
        if (known.isPresent()) {
            return known;
        }
        var all = new Exhaustive();
        var divergence = new AtomicReference<>("");
        var decisions = new Decisions();
        Optional<Followed> first = Optional.empty();
        boolean isMore = true;
        while (isMore && all.runCount() <= options.tries()) {
            tries.follow(Optional.of(decisions));
            Outcome outcome = run(ChoiceTape.by(choice -> known(all, choice, divergence)), new BitSet());
            String difference = decisions.difference();
            if (!difference.isEmpty() && divergence.get().isEmpty() && isSameAgain(outcome.trial(), decisions)) {
                difference = "";
            }
            difference = difference.isEmpty() ? divergence.get() : difference;
            tries.follow(Optional.empty());
            requireNotHeldUp(outcome, difference);
            requireSame(difference);
            if (isDiscarded(outcome)) {
                isMore = hasNext(all);
                continue;
            }
            requireRound(outcome);
            if (outcome.thrown().isPresent()) {
                return Optional.of(smaller(outcome, options.seed(), (int) all.runCount()));
            }
            first = first.isPresent()
                    ? first
                    : Optional.of(new Followed(outcome.trial().choices(), decisions.questions()));
            behaviours.add(outcome.trial().rounds().stream()
                    .map(round -> Signature.of(round.behaviour()))
                    .toList());
            isMore = hasNext(all);
        }
        if (!isMore && first.isPresent()) {
            requireSame(differenceOfLast(first.get(), decisions));
        }
        isExhausted = !isMore;
        return Optional.empty();
    }

    /**
     * Returns whether a try asks the same with the same choices. Then it depends on them and on nothing else, though a
     * call of its own does not: its calls share memory.
     */
    private boolean isSameAgain(Trial trial, Decisions decisions) throws InterruptedException {
        List<Decisions.Question> questions = decisions.questions();
        for (int again = 0; again < TRIES_AGAIN; again++) {
            tries.run(body, ChoiceTape.scripted(trial.choices()), new BitSet());
            if (!decisions.questions().equals(questions)) {
                return false;
            }
        }
        return true;
    }

    /** Runs the choices of the first try again, and returns what is different after all others have run. */
    private String differenceOfLast(Followed first, Decisions decisions) throws InterruptedException {
        tries.follow(Optional.of(decisions));
        tries.run(body, ChoiceTape.scripted(first.choices()), new BitSet());
        tries.follow(Optional.empty());
        return decisions.differenceTo(first.questions());
    }

    private static int known(Exhaustive all, Choice choice, AtomicReference<String> divergence) {
        try {
            return all.choose(choice);
        } catch (IllegalStateException other) {
            divergence.set(String.valueOf(other.getMessage()));
            throw other;
        }
    }

    private static boolean hasNext(Exhaustive all) {
        try {
            return all.next();
        } catch (IllegalStateException other) {
            requireSame(String.valueOf(other.getMessage()));
            throw other;
        }
    }

    /** Fails if a run has asked other questions than an earlier one with the same answers. */
    private static void requireSame(String divergence) {
        if (!divergence.isEmpty()) {
            throw new MisuseException("the test is no function of what its calls read: " + divergence
                    + (divergence.endsWith("\n") ? "" : "\n")
                    + "Leave out clocks, random numbers, and fields that tries change, such as a\n"
                    + "reserve of a sequence's numbers; or use @IsolationTest");
        }
    }

    private Optional<Failure> again(Optional<SavedTry> saved) throws InterruptedException {
        if (saved.isEmpty()) {
            return Optional.empty();
        }
        Outcome again =
                run(ChoiceTape.scripted(saved.get().choices()), saved.get().leftOut());
        if (isDiscarded(again)) {
            return Optional.empty();
        }
        requireRound(again);
        if (again.thrown().isEmpty()) {
            return Optional.empty();
        }
        boolean failsInOrder = !isRightInOrder(saved.get().leftOut());
        deadlineNanos = System.nanoTime() + options.shrinking().toNanos();
        return Optional.of(new Failure(tries, again, saved.get().seed(), 0, true)
                .inOrderToo(failsInOrder)
                .atStronger(failsInOrder ? "" : strongerProducts(again)));
    }

    /** Returns whether an assumption of the test has not come true in a try, which says nothing then. */
    private boolean isDiscarded(Outcome outcome) {
        if (outcome.thrown().isPresent() && outcome.thrown().get() instanceof TestAbortedException assumption) {
            aborted = Optional.of(assumption);
            discarded++;
            return true;
        }
        return false;
    }

    /** Fails if not every order of the calls can be tried, for one of them waited for what another one held. */
    private static void requireNotHeldUp(Outcome outcome, String divergence) {
        String heldUp = outcome.trial().heldUp();
        if (!heldUp.isEmpty() && (outcome.thrown().isEmpty() || !divergence.isEmpty())) {
            throw new MisuseException("calls wait for each other outside of the store, so not every order of theirs can"
                    + " be tried (" + heldUp + "): use @IsolationTest, or leave out the lock or the pool");
        }
    }

    private static void requireRound(Outcome outcome) {
        if (outcome.thrown().isEmpty() && outcome.trial().rounds().isEmpty()) {
            throw new MisuseException("the test calls inParallel never, so it can find nothing: pass the calls that"
                    + " may run at the same time to store.inParallel(() -> …, () -> …)");
        }
    }

    private Failure smaller(Outcome first, Seed seed, int index) throws InterruptedException {
        var whole = new Failure(tries, first, seed, index, true);
        if (whole.isAtEveryLevel()) {
            return whole;
        }
        deadlineNanos = System.nanoTime() + options.shrinking().toNanos();
        Outcome again = run(ChoiceTape.scripted(first.trial().choices()), new BitSet());
        boolean failsInOrder = !isRightInOrder(new BitSet());
        if (!again.isSame(first)) {
            return new Failure(tries, first, seed, index, false).inOrderToo(failsInOrder);
        }
        Outcome least = withFirstChoices(withFewerCalls(again, !failsInOrder));
        return new Failure(tries, least, seed, index, true)
                .inOrderToo(failsInOrder)
                .cutShort(!mayGoOn())
                .atStronger(failsInOrder ? "" : strongerProducts(least));
    }

    /** Returns whether a try passes in which calls run one after the other and see what was committed last. */
    private boolean isRightInOrder(BitSet leftOut) throws InterruptedException {
        // An assumption that does not come true is no failure.
        return run(ChoiceTape.scripted(IntList.of()), leftOut)
                .thrown()
                .filter(thrown -> !(thrown instanceof TestAbortedException))
                .isEmpty();
    }

    private Outcome withFewerCalls(Outcome failing, boolean isRight) throws InterruptedException {
        Outcome least = failing;
        boolean isSmaller = true;
        while (isSmaller) {
            isSmaller = false;
            for (int call = least.trial().callCount() - 1; call >= 0; call--) {
                boolean isLast = least.trial().leftOut().cardinality() + 1
                        == least.trial().callCount();
                if (!least.trial().leftOut().get(call) && !isLast && mayGoOn()) {
                    Optional<Outcome> without = without(least, call, isRight);
                    isSmaller |= without.isPresent();
                    least = without.orElse(least);
                }
            }
        }
        return least;
    }

    private Optional<Outcome> without(Outcome failing, int call, boolean isRight) throws InterruptedException {
        BitSet leftOut = (BitSet) failing.trial().leftOut().clone();
        leftOut.set(call);
        if (isRight && !isRightInOrder(leftOut)) {
            return Optional.empty();
        }
        for (int index = 0; index < TRIES_WITHOUT_CALL && mayGoOn(); index++) {
            Outcome outcome = run(ChoiceTape.random(options.seed().part(index)), leftOut);
            if (outcome.isSame(failing)) {
                return Optional.of(outcome);
            }
        }
        return Optional.empty();
    }

    /** Makes choices the first ones, from the last to the first; the end of a script is nothing but first choices. */
    private Outcome withFirstChoices(Outcome failing) throws InterruptedException {
        Outcome plainest = failing;
        for (int place = failing.trial().choices().size() - 1; place >= 0 && mayGoOn(); place--) {
            IntList choices = plainest.trial().choices();
            if (place < choices.size() && choices.getInt(place) != 0) {
                var plainer = new IntArrayList(choices);
                plainer.set(place, 0);
                Outcome outcome =
                        run(ChoiceTape.scripted(plainer), plainest.trial().leftOut());
                plainest = outcome.isSame(failing) ? outcome : plainest;
            }
        }
        return plainest;
    }

    private String strongerProducts(Outcome failing) throws InterruptedException {
        return new StrongerProducts(tries, body, options.seed(), this::mayGoOn).sentences(failing);
    }

    private boolean mayGoOn() {
        return System.nanoTime() - deadlineNanos < 0;
    }

    private Outcome run(ChoiceTape tape, BitSet leftOut) throws InterruptedException {
        ran++;
        Outcome outcome = tries.run(body, tape, leftOut);
        isStoreUsed |= !outcome.trial().isBesideTheStore();
        isTelling |= outcome.trial().isTelling();
        return outcome;
    }

    /**
     * Returns whether calls of some try have used the store, or have failed before they could. Otherwise their data
     * are elsewhere, and what the tries say is not about the level.
     */
    public boolean isStoreUsed() {
        return isStoreUsed;
    }

    /**
     * Returns whether some try had calls beside each other, of which one at least took effect. Otherwise nothing was
     * tested.
     */
    public boolean isTelling() {
        return isTelling;
    }

    /** Returns an assumption that did not come true, if none has come true in any try. */
    public Optional<TestAbortedException> aborted() {
        return discarded == ran ? aborted : Optional.empty();
    }

    /** Returns the number of tries that an assumption of the test has ruled out. */
    public int discarded() {
        return discarded;
    }

    /** Returns whether {@link #runAll} has run every list of answers. */
    public boolean isExhausted() {
        return isExhausted;
    }

    /** Returns the number of different behaviours that {@link #runAll} has seen. */
    public int behaviourCount() {
        return behaviours.size();
    }

    /** Returns the number of tries so far, with those that made a failure smaller. */
    public int ran() {
        return ran;
    }
}
