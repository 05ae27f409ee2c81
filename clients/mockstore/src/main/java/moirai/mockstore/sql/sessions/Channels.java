package moirai.mockstore.sql.sessions;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Unsupported;

/*
 * LISTEN, UNLISTEN and NOTIFY take effect at the commit. A savepoint takes back what follows it. Two notifications of a
 * transaction that are alike count once, at the place of the first one that was not taken back.
 */
/** The channels that a session listens to, and the notifications of its transaction. For the session's thread. */
public final class Channels {

    /** The number of bytes that a payload has at most in PostgreSQL. */
    private static final int PAYLOAD_SIZE_MAX = 7_999;

    private static final int CHANNEL_SIZE_MAX = 63;

    private final Notifications all;
    private SessionHost host = SessionHost.NONE;
    private final Set<String> listening = new LinkedHashSet<>();
    private final Queue<Notification> inbox = new ConcurrentLinkedQueue<>();

    private final List<Action> actions = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private final List<Savepoint> savepoints = new ArrayList<>();

    /** A change of the channels, which the commit makes; an empty name means all channels. */
    private record Action(boolean listens, String channel) {}

    private record Sent(String channel, String payload) {}

    private record Savepoint(String name, int actionCount, int sentCount) {}

    public Channels(Notifications all) {
        this.all = all;
    }

    /** Lets the session listen: its host can tell its client. */
    public void use(SessionHost server) {
        host = server;
    }

    /**
     * Listens to a channel from the commit on.
     *
     * @throws StoreException if its client cannot be told (SQLSTATE 0A000)
     */
    public void listen(String channel) {
        if (!all.isOffered()) {
            throw Unsupported.refuse(
                    "LISTEN in lock step, where all wait for the next statement of a session that waits to be told,");
        }
        if (host.equals(SessionHost.NONE)) {
            throw Unsupported.refuse("LISTEN without a connection by PostgreSQL's protocol");
        }
        actions.add(new Action(true, channel));
    }

    /** Listens to a channel no more from the commit on; to none if the name is empty. */
    public void unlisten(String channel) {
        actions.add(new Action(false, channel));
    }

    /**
     * Tells something at the commit.
     *
     * @throws StoreException if the channel has no name, or either is too long (SQLSTATE 22023)
     */
    public void send(String channel, String payload) {
        if (channel.isEmpty()) {
            throw new StoreException("22023", "channel name cannot be empty");
        }
        if (channel.getBytes(StandardCharsets.UTF_8).length > CHANNEL_SIZE_MAX) {
            throw new StoreException("22023", "channel name too long");
        }
        if (payload.getBytes(StandardCharsets.UTF_8).length > PAYLOAD_SIZE_MAX) {
            throw new StoreException("22023", "payload string too long");
        }
        sent.add(new Sent(channel, payload));
    }

    /** Notes a savepoint. */
    public void savepoint(String name) {
        savepoints.add(new Savepoint(name, actions.size(), sent.size()));
    }

    /** Forgets a savepoint and those after it. */
    public void release(String name) {
        int last = last(name);
        if (last >= 0) {
            savepoints.subList(last, savepoints.size()).clear();
        }
    }

    /** Takes back what followed a savepoint. */
    public void rollbackTo(String name) {
        int last = last(name);
        if (last >= 0) {
            Savepoint kept = savepoints.get(last);
            savepoints.subList(last + 1, savepoints.size()).clear();
            actions.subList(kept.actionCount, actions.size()).clear();
            sent.subList(kept.sentCount, sent.size()).clear();
        }
    }

    private int last(String name) {
        int index = savepoints.size() - 1;
        while (index >= 0 && !savepoints.get(index).name.equals(name)) {
            index--;
        }
        return index;
    }

    /**
     * Commits.
     *
     * @param transaction commits the rest of the transaction; if it fails, nothing was told
     */
    public void commit(Runnable transaction) {
        try {
            if (actions.isEmpty() && sent.isEmpty()) {
                transaction.run();
            } else {
                all.inOrder(transaction, this::takeEffect);
            }
        } finally {
            forget();
        }
    }

    private void takeEffect() {
        for (Action action : actions) {
            if (action.listens) {
                listening.add(action.channel);
            } else if (action.channel.isEmpty()) {
                listening.clear();
            } else {
                listening.remove(action.channel);
            }
        }
        if (!actions.isEmpty()) {
            register();
        }
        if (!sent.isEmpty() && all.isHeard()) {
            all.publish(new LinkedHashSet<>(sent)
                    .stream()
                            .map(each -> new Notification(host.process(), each.channel, each.payload))
                            .toList());
        }
    }

    private void register() {
        all.register(this, !listening.isEmpty());
        if (listening.isEmpty()) {
            inbox.clear();
        }
    }

    /** Forgets what the transaction was about to tell. */
    public void forget() {
        actions.clear();
        sent.clear();
        savepoints.clear();
    }

    /** Listens to nothing any more, at once. */
    public void close() {
        forget();
        listening.clear();
        register();
    }

    /** Returns the channels that the session listens to. */
    public List<String> listening() {
        return List.copyOf(listening);
    }

    /** Takes what was told since, on the channels that the session listens to by now. */
    public List<Notification> take() {
        var taken = new ArrayList<Notification>();
        for (Notification next = inbox.poll(); next != null; next = inbox.poll()) {
            if (listening.contains(next.channel())) {
                taken.add(next);
            }
        }
        return taken;
    }

    /** Queues notifications. Called on any thread. */
    void receive(List<Notification> notifications) {
        inbox.addAll(notifications);
        host.wake();
    }
}
