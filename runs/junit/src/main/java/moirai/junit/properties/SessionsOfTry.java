package moirai.junit.properties;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.JqwikException;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.Store;

/**
 * The sessions that were opened during a try of a property, those of shrinking included. jqwik knows no end of a chain,
 * but of a try: what is open then is closed.
 */
final class SessionsOfTry implements Store.CloseOnReset {

    private final List<ListSessions> opened = new ArrayList<>();

    /** Notes sessions for the end of the current try. Outside of jqwik there is none, and the caller has to close. */
    static void add(ListSessions sessions) {
        Store<SessionsOfTry> store;
        try {
            store = Store.getOrCreate(SessionsOfTry.class, Lifespan.TRY, SessionsOfTry::new);
        } catch (JqwikException outside) {
            return;
        }
        store.get().opened.add(sessions);
    }

    @Override
    public void close() {
        var failures = new ArrayList<IllegalStateException>();
        for (ListSessions sessions : opened) {
            try {
                sessions.close();
            } catch (IllegalStateException left) {
                failures.add(left);
            }
        }
        if (!failures.isEmpty()) {
            IllegalStateException first = failures.removeFirst();
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }
}
