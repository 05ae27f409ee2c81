package moirai.junit.weak.choices;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;
import moirai.history.Seed;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;

/**
 * A chooser that answers from a script and records its answers. Where the script ends, it asks another chooser. A
 * scripted answer that a question does not have becomes the first one, so any list of numbers is a script. The first
 * answer is the session with the lowest number, and the value that was committed last.
 *
 * <p>Questions with a single answer are not recorded. Thread-safe, although the coordinator and the threads of sessions
 * use a tape one after the other unless calls wait for each other.
 */
public final class ChoiceTape implements Chooser {

    private final IntList script;
    private final Chooser other;
    private final IntArrayList taken = new IntArrayList();

    private ChoiceTape(IntList script, Chooser other) {
        this.script = script;
        this.other = other;
    }

    /** Returns a tape of answers that are drawn from a seed with the same probability each. */
    public static ChoiceTape random(Seed seed) {
        SplittableRandom random = seed.generator();
        return by(choice -> random.nextInt(choice.count()));
    }

    /** Returns a tape of a script, and of first answers when it has ended. */
    public static ChoiceTape scripted(IntList script) {
        return new ChoiceTape(script, choice -> 0);
    }

    /** Returns a tape of another chooser's answers. */
    public static ChoiceTape by(Chooser other) {
        return new ChoiceTape(IntList.of(), other);
    }

    @Override
    public synchronized int choose(Choice choice) {
        int count = choice.count();
        if (count == 1) {
            return 0;
        }
        int place = taken.size();
        int answer = place < script.size() ? script.getInt(place) : other.choose(choice);
        answer = answer < count ? answer : 0;
        taken.add(answer);
        return answer;
    }

    /** Returns the answers so far. */
    public synchronized IntList taken() {
        return new IntArrayList(taken);
    }
}
