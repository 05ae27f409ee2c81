package moirai.analysis.listappend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import moirai.analysis.listappend.Script.PlannedStep;
import moirai.history.Elements;

/**
 * Returns the installer of the value, if a single transaction may be it; aborted, intermediate and made up values have
 * none.
 */
final class RandomAnswers {

    private static final int NOBODYS = 99;

    private final Script script;
    private final Recording recording;

    RandomAnswers(Script script) {
        this.script = script;
        this.recording = new Recording(script);
    }

    Sample sample() {
        return recording.sample(this::answer);
    }

    private Elements answer(int txn, int index, int key) {
        PlannedStep step = script.txns().get(txn).steps().get(index);
        var list = new ArrayList<>(recording.elements(key));
        Collections.shuffle(list, new Random(script.txns().getFirst().timing().overlap()));
        if (script.isTroubled(step.dice())) {
            switch (step.quirk()) {
                case SHIFTED -> {}
                case LOST -> {
                    return Elements.UNKNOWN;
                }
                case HOLED, SWAPPED -> Collections.shuffle(list, new Random(step.amount()));
                case DOUBLED -> list.addAll(List.copyOf(list));
                case INVENTED -> list.add(step.amount() % (list.size() + 1), NOBODYS);
                case LEAKED -> Collections.reverse(list);
            }
        }
        List<Integer> answer = list.subList(0, step.amount() % (list.size() + 1));
        return Elements.of(answer.stream().mapToInt(Integer::intValue).toArray());
    }
}
