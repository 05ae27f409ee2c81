package moirai.programs.explored;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;

/** Users who follow users and publish tweets (paper, section 7.2; Difallah et al., "OLTP-Bench", 2013). */
final class Twitter implements Application {

    private static final Table USERS = new Table("user");
    private static final Table TWEETS = new Table("tweet");
    /** The table of the users that a user follows. The next table has the opposite direction, as in OLTP-Bench. */
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
    public List<Table> tables() {
        return List.of(USERS, TWEETS, FOLLOWS, FOLLOWERS);
    }

    @Override
    public List<CallKind<Stored>> rows() {
        return List.of(
                USERS.row("id", 1, row -> row.number(0)),
                TWEETS.row("id, user", 2, row -> new Tweet(row.number(0), row.number(1))),
                new CallKind<>("follows(user, user)", (initial, row) -> {
                    FOLLOWS.add(initial, row.key(2));
                    FOLLOWERS.add(initial, Id.of(row.number(1), row.number(0)));
                }));
    }

    @Override
    public List<CallKind<Called>> calls() {
        return List.of(
                new CallKind<>("follow(user, followed)", (call, mark) -> {
                    int user = call.number(0);
                    int followed = call.number(1);
                    return txn -> follow(txn, user, followed);
                }),
                new CallKind<>("publishTweet(tweet, user)", (call, mark) -> {
                    var tweet = new Tweet(call.number(0), call.number(1));
                    return txn -> publish(txn, tweet);
                }),
                Application.ofNumber("getFollowers(user)", Twitter::followers),
                Application.ofNumber("getTimeline(user)", Twitter::timeline),
                Application.ofNumber("getNewsfeed(user)", Twitter::newsfeed));
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
    public String randomRows() {
        return "user(1); user(2); user(3); tweet(100, 1); tweet(200, 2); follows(1, 2); follows(2, 3)";
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
