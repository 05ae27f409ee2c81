package moirai.junit.fuzzing;

import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;

/**
 * Sessions on the connections of a data source, whose pool may be too small for them.
 *
 * @param count how many will be open at a time
 */
record LentSessions(ClientFactory sessions, int count) implements ClientFactory {

    @Override
    public void prepare() {
        sessions.prepare();
    }

    @Override
    public String databaseVersion() {
        return sessions.databaseVersion();
    }

    @Override
    public Client open(int session, LongSupplier clock) {
        try {
            return sessions.open(session, clock);
        } catch (ClientException refused) {
            throw new ClientException(
                    advised("cannot open session " + session, String.valueOf(refused.getMessage())), refused);
        }
    }

    private String advised(String what, String why) {
        return (why.startsWith(what) ? why : what + ": " + why) + "; each of " + count
                + " sessions keeps a connection of its own, so a pool needs that many";
    }

    @Override
    public void confirm() {
        sessions.confirm();
    }

    @Override
    public void clear() {
        sessions.clear();
    }

    @Override
    public void close() {
        sessions.close();
    }
}
