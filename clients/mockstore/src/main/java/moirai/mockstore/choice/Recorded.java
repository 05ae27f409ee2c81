package moirai.mockstore.choice;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.OpenRead;

/** Lets another choose and writes down what it chose, so that a {@link Scripted} chooser can do it again. */
public final class Recorded implements Chooser {

    private final Chooser chooser;
    private final IntArrayList choices = new IntArrayList();

    public Recorded(Chooser chooser) {
        this.chooser = chooser;
    }

    @Override
    public int choose(Choice choice) {
        int chosen = chooser.choose(choice);
        choices.add(chosen);
        return chosen;
    }

    @Override
    public int source(OpenRead read) {
        int source = chooser.source(read);
        choices.add(read.all().sources().indexOf(source));
        return source;
    }

    /** What was chosen so far. To be asked when no session is at work. */
    public List<Integer> choices() {
        return List.copyOf(choices);
    }
}
