package moirai.studies.keyvalue.applications;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import moirai.exploration.program.Txn;
import moirai.studies.keyvalue.Assertion;
import moirai.studies.keyvalue.Call;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.KeyValueProgram;
import moirai.studies.keyvalue.Operation;

/**
 * A social network after Twissandra (paper, figure 12). For each user, one key has the users that the user follows and
 * another key has the tweets. Any session may act for any user.
 *
 * @param users who have an account at the beginning
 */
public record Twitter(List<String> users) implements KeyValueProgram {

    /**
     * After a timeline was shown to some client, the news feed of a follower has all tweets of that timeline. This is
     * about real time, because two clients may be two browsers of one person.
     */
    public static final Assertion FEED_IS_COMPLETE = new Assertion("missing tweets in feed", Twitter::misses);

    /** A call of a client. */
    public sealed interface Request {}

    /** Opens an account; replies whether the name was free. */
    public record NewAccount(String user) implements Request {
        @Override
        public String toString() {
            return "new(" + user + ")";
        }
    }

    /** Follows another user; replies whether the user was not followed before. */
    public record Follow(String user, String followed) implements Request {
        @Override
        public String toString() {
            return user + ".follow(" + followed + ")";
        }
    }

    /** Unfollows another user; replies whether the user was followed before. */
    public record Unfollow(String user, String followed) implements Request {
        @Override
        public String toString() {
            return user + ".unfollow(" + followed + ")";
        }
    }

    /** Publishes a tweet, whose number is unique in the harness. */
    public record Tweet(String user, int tweet) implements Request {
        @Override
        public String toString() {
            return user + ".tweet(" + tweet + ")";
        }
    }

    /** Replies with the tweets of the users whom the user follows. */
    public record NewsFeed(String user) implements Request {
        @Override
        public String toString() {
            return user + ".newsfeed()";
        }
    }

    /** Replies with the tweets of the user. */
    public record Timeline(String user) implements Request {
        @Override
        public String toString() {
            return "timeline(" + user + ")";
        }
    }

    /** Tweets, sorted by number, which grows with time. */
    public record Tweets(SortedSet<Integer> numbers) {

        public Tweets {
            numbers = Collections.unmodifiableSortedSet(new TreeSet<>(numbers));
        }

        Tweets with(Tweets more) {
            var all = new TreeSet<>(numbers);
            all.addAll(more.numbers);
            return new Tweets(all);
        }

        @Override
        public String toString() {
            return numbers.toString();
        }
    }

    private record Following(SortedSet<String> users) {

        Following {
            users = Collections.unmodifiableSortedSet(new TreeSet<>(users));
        }

        @Override
        public String toString() {
            return users.toString();
        }
    }

    private record Key(String what, String user) {
        @Override
        public String toString() {
            return what + " " + user;
        }
    }

    private static final Tweets NONE = new Tweets(new TreeSet<>());
    private static final Following NO_ONE = new Following(new TreeSet<>());

    public Twitter {
        users = List.copyOf(users);
    }

    /** Creates a network with two users, A and B. */
    public Twitter() {
        this(List.of("A", "B"));
    }

    @Override
    public String name() {
        return "twitter";
    }

    @Override
    public Map<Object, Object> initial() {
        var initial = new LinkedHashMap<Object, Object>();
        for (String user : users) {
            initial.put(following(user), NO_ONE);
            initial.put(tweets(user), NONE);
        }
        return initial;
    }

    @Override
    public List<Assertion> assertions() {
        return List.of(FEED_IS_COMPLETE);
    }

    @Override
    public Operation draw(int session, int position, SplittableRandom random) {
        int first = random.nextInt(users.size());
        String user = users.get(first);
        String other = users.get((first + 1 + random.nextInt(users.size() - 1)) % users.size());
        return switch (random.nextInt(5)) {
            case 0 -> follow(user, other);
            case 1 -> random.nextInt(4) == 0 ? unfollow(user, other) : newAccount("C");
            case 2 -> tweet(user, 10 * (session + 1) + position + 1);
            case 3 -> newsFeed(user);
            default -> timeline(user);
        };
    }

    /** Returns the call that opens an account. */
    public Operation newAccount(String user) {
        return new Operation(new NewAccount(user), store -> {
            if (store.read(tweets(user)).isPresent()) {
                return false;
            }
            store.write(following(user), NO_ONE);
            store.write(tweets(user), NONE);
            return true;
        });
    }

    /** Returns the call that follows another user. */
    public Operation follow(String user, String followed) {
        return new Operation(new Follow(user, followed), store -> {
            var users = new TreeSet<>(following(store, user).users());
            boolean news = users.add(followed);
            if (news) {
                store.write(following(user), new Following(users));
            }
            return news;
        });
    }

    /** Returns the call that unfollows another user. */
    public Operation unfollow(String user, String followed) {
        return new Operation(new Unfollow(user, followed), store -> {
            var users = new TreeSet<>(following(store, user).users());
            boolean news = users.remove(followed);
            if (news) {
                store.write(following(user), new Following(users));
            }
            return news;
        });
    }

    /** Returns the call that publishes a tweet. */
    public Operation tweet(String user, int tweet) {
        return new Operation(new Tweet(user, tweet), store -> {
            Tweets one = new Tweets(new TreeSet<>(List.of(tweet)));
            store.write(tweets(user), tweets(store, user).with(one));
            return "ok";
        });
    }

    /** Returns the call that asks for the tweets of the users whom the user follows. */
    public Operation newsFeed(String user) {
        return new Operation(new NewsFeed(user), store -> {
            Tweets feed = NONE;
            for (String followed : following(store, user).users()) {
                feed = feed.with(tweets(store, followed));
            }
            return feed;
        });
    }

    /** Returns the call that asks for the tweets of the user. */
    public Operation timeline(String user) {
        return new Operation(new Timeline(user), store -> tweets(store, user));
    }

    private static Tweets tweets(Txn store, String user) {
        return store.read(tweets(user), Tweets.class, NONE);
    }

    private static Following following(Txn store, String user) {
        return store.read(following(user), Following.class, NO_ONE);
    }

    private static Key tweets(String user) {
        return new Key("tweets of", user);
    }

    private static Key following(String user) {
        return new Key("followed by", user);
    }

    private static boolean misses(Execution execution) {
        List<Call> calls = execution.completed().toList();
        return calls.stream()
                .anyMatch(feed -> feed.request() instanceof NewsFeed(String user)
                        && feed.reply() instanceof Tweets shown
                        && calls.stream()
                                .anyMatch(timeline -> timeline.request() instanceof Timeline(String author)
                                        && timeline.isBefore(feed)
                                        && timeline.reply() instanceof Tweets known
                                        && !shown.numbers().containsAll(known.numbers())
                                        && isFollowing(user, author, feed, calls)));
    }

    /** Returns whether the user certainly followed the author when the feed was asked for. */
    private static boolean isFollowing(String user, String author, Call feed, List<Call> calls) {
        return calls.stream().noneMatch(call -> call.request().equals(new Unfollow(user, author)))
                && calls.stream()
                        .anyMatch(call -> call.request().equals(new Follow(user, author)) && call.isBefore(feed));
    }
}
