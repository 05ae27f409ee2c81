package moirai.programs.explored;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import moirai.exploration.program.Body;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;

/** Users follow users and publish tweets (paper, section 7.2; Difallah et al., "OLTP-Bench", 2013). */
final class Twitter implements Application {

    private static final Table USERS = new Table("user");
    private static final Table TWEETS = new Table("tweet");
    /** This table has who follows whom, the next one who is followed by whom: two tables, as in OLTP-Bench. */
    private static final Table FOLLOWS = new Table("follows");

    private static final Table FOLLOWERS = new Table("followers");

    private record Tweet(int id, int user) {

        @Override
        public String toString() {
            return id + " of " + user;
        }
    }

    @Override
    public String label() {
        return "twitter";
    }

    @Override
    public List<Signature> calls() {
        return List.of(
                Signature.of("follow", "user", "followed"),
                Signature.of("publishTweet", "tweet", "user"),
                Signature.of("getFollowers", "user"),
                Signature.of("getTimeline", "user"),
                Signature.of("getNewsfeed", "user"));
    }

    @Override
    public List<Signature> rows() {
        return List.of(
                Signature.of("user", "id"),
                Signature.of("tweet", "id", "user"),
                Signature.of("follows", "user", "user"));
    }

    @Override
    public void create(Map<Object, Object> initial) {
        List.of(USERS, TWEETS, FOLLOWS, FOLLOWERS).forEach(table -> table.create(initial));
    }

    @Override
    public void add(Map<Object, Object> initial, Call row) {
        int first = row.number(0);
        switch (row.name()) {
            case "user" -> USERS.add(initial, Id.of(first), first);
            case "tweet" -> TWEETS.add(initial, Id.of(first, row.number(1)), new Tweet(first, row.number(1)));
            case "follows" -> {
                FOLLOWS.add(initial, Id.of(first, row.number(1)));
                FOLLOWERS.add(initial, Id.of(row.number(1), first));
            }
            default -> throw new IllegalStateException("no table for " + row);
        }
    }

    @Override
    public Body body(Call call, String mark) {
        int first = call.number(0);
        return switch (call.name()) {
            case "follow" -> {
                int followed = call.number(1);
                yield txn -> follow(txn, first, followed);
            }
            case "publishTweet" -> {
                int user = call.number(1);
                yield txn -> publish(txn, new Tweet(first, user));
            }
            case "getFollowers" -> txn -> followers(txn, first);
            case "getTimeline" -> txn -> timeline(txn, first);
            case "getNewsfeed" -> txn -> newsfeed(txn, first);
            default -> throw new IllegalStateException("no body for " + call);
        };
    }

    private static Object follow(Txn txn, int user, int followed) {
        if (user == followed) {
            return "no";
        }
        FOLLOWS.insert(txn, Id.of(user, followed));
        FOLLOWERS.insert(txn, Id.of(followed, user));
        return "follows";
    }

    private static Object publish(Txn txn, Tweet tweet) {
        TWEETS.insert(txn, Id.of(tweet.id(), tweet.user()), tweet);
        return "published";
    }

    private static Object followers(Txn txn, int user) {
        List<Id> followers = FOLLOWERS.ids(txn).stream()
                .filter(id -> id.startsWith(user))
                .map(id -> Id.of(id.number(1)))
                .toList();
        return USERS.rows(txn, followers::contains, Integer.class);
    }

    private static List<Tweet> timeline(Txn txn, int user) {
        return TWEETS.rows(txn, id -> id.endsWith(user), Tweet.class);
    }

    private static Object newsfeed(Txn txn, int user) {
        var tweets = new ArrayList<Tweet>();
        for (Id id : FOLLOWS.ids(txn)) {
            if (id.startsWith(user)) {
                tweets.addAll(timeline(txn, id.number(1)));
            }
        }
        return tweets;
    }

    @Override
    public List<ProgramTxn> invariants(List<Call> rows, List<List<Call>> sessions) {
        List<Id> published = sessions.stream()
                .flatMap(List::stream)
                .filter(call -> call.name().equals("publishTweet"))
                .map(call -> Id.of(call.number(0), call.number(1)))
                .distinct()
                .toList();
        return List.of(
                new ProgramTxn("both lists of followers say the same", Twitter::assertLists),
                new ProgramTxn("no tweet is lost", txn -> assertTweets(txn, published)));
    }

    private static Object assertLists(Txn txn) {
        List<Id> follows = FOLLOWS.ids(txn);
        List<Id> turned = FOLLOWERS.ids(txn).stream()
                .map(id -> Id.of(id.number(1), id.number(0)))
                .sorted()
                .toList();
        if (!follows.equals(turned)) {
            throw new AssertionError("follows: " + follows + ", and by their followers: " + turned);
        }
        return "holds";
    }

    private static Object assertTweets(Txn txn, List<Id> published) {
        List<Id> tweets = TWEETS.ids(txn);
        for (Id tweet : published) {
            if (!tweets.contains(tweet)) {
                throw new AssertionError("tweet " + tweet + " was published and is not there");
            }
        }
        return "holds";
    }

    @Override
    public List<Call> randomRows() {
        return List.of(
                Call.of("user", 1),
                Call.of("user", 2),
                Call.of("user", 3),
                Call.of("tweet", 100, 1),
                Call.of("tweet", 200, 2),
                Call.of("follows", 1, 2),
                Call.of("follows", 2, 3));
    }

    @Override
    public Call randomCall(SplittableRandom random, int number) {
        int user = random.nextInt(1, 4);
        return switch (random.nextInt(5)) {
            case 0 -> Call.of("follow", user, user % 3 + 1);
            case 1 -> Call.of("publishTweet", 1000 + number, user);
            case 2 -> Call.of("getFollowers", user);
            case 3 -> Call.of("getTimeline", user);
            default -> Call.of("getNewsfeed", user);
        };
    }
}
