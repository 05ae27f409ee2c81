package moirai.mockstore.choice;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.OpenRead;

/** A chooser that records the choices of another one, so that a {@link Scripted} chooser can repeat them. */
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

    /** Returns the choices so far. Must be called only while no session is active. */
    public List<Integer> choices() {
        return List.copyOf(choices);
    }
}
