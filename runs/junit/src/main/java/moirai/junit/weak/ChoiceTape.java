package moirai.junit.weak;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;
import java.util.SplittableRandom;
import moirai.history.Seed;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;

/**
 * A chooser that answers from a script and records its answers. Where the script ends, it draws from a seed, or takes
 * the first answer: the lowest session, and the value that was committed last. A scripted answer that a question does
 * not have becomes the first one, so any list of numbers is a script.
 *
 * <p>Questions with a single answer are not recorded. The coordinator and the threads of sessions use a tape one after
 * the other.
 */
final class ChoiceTape implements Chooser {

    private final IntList script;
    private final Optional<SplittableRandom> random;
    private final IntArrayList taken = new IntArrayList();

    private ChoiceTape(IntList script, Optional<SplittableRandom> random) {
        this.script = script;
        this.random = random;
    }

    static ChoiceTape random(Seed seed) {
        return new ChoiceTape(IntList.of(), Optional.of(seed.generator()));
    }

    static ChoiceTape scripted(IntList script) {
        return new ChoiceTape(script, Optional.empty());
    }

    @Override
    public int choose(Choice choice) {
        int count = choice.count();
        if (count == 1) {
            return 0;
        }
        int place = taken.size();
        int answer = 0;
        if (place < script.size()) {
            answer = script.getInt(place) < count ? script.getInt(place) : 0;
        } else if (random.isPresent()) {
            answer = random.get().nextInt(count);
        }
        taken.add(answer);
        return answer;
    }

    /** Returns the answers so far. */
    IntList taken() {
        return new IntArrayList(taken);
    }
}
