package moirai.studies.programs.twitter;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Twitter's five tables, and users each of whom follows the next one. */
public final class TwitterSchema {

    private static final String INSERT_USER =
            "INSERT INTO user_profiles (uid, name, email, followers) VALUES (?, ?, ?, ?)";

    private static final String INSERT_FOLLOWER = "INSERT INTO followers (f1, f2) VALUES (?, ?)";

    private static final String INSERT_FOLLOWED = "INSERT INTO follows (f1, f2) VALUES (?, ?)";

    private static final String INSERT_TWEET = "INSERT INTO tweets (id, uid, text, createdate) VALUES (?, ?, ?, ?)";

    private TwitterSchema() {}

    /** Returns the statements that create the tables, in order. */
    public static List<String> statements() {
        return List.of(
                """
                CREATE TABLE user_profiles (
                    uid INTEGER PRIMARY KEY, name VARCHAR(255) NOT NULL, email VARCHAR(255) NOT NULL,
                    followers INTEGER NOT NULL)
                """,
                "CREATE TABLE followers (f1 INTEGER NOT NULL, f2 INTEGER NOT NULL, PRIMARY KEY (f1, f2))",
                "CREATE TABLE follows (f1 INTEGER NOT NULL, f2 INTEGER NOT NULL, PRIMARY KEY (f1, f2))",
                """
                CREATE TABLE tweets (
                    id INTEGER PRIMARY KEY, uid INTEGER NOT NULL, text VARCHAR(140) NOT NULL,
                    createdate INTEGER NOT NULL)
                """,
                """
                CREATE TABLE added_tweets (
                    id INTEGER PRIMARY KEY, uid INTEGER NOT NULL, text VARCHAR(140) NOT NULL,
                    createdate INTEGER NOT NULL)
                """);
    }

    /**
     * Inserts this number of users, who follow each other in a circle; each has written the tweet of its own number.
     */
    public static void load(Connection connection, int users) throws SQLException {
        for (int user = 1; user <= users; user++) {
            int next = user % users + 1;
            try (var profile = connection.prepareStatement(INSERT_USER);
                    var follower = connection.prepareStatement(INSERT_FOLLOWER);
                    var followed = connection.prepareStatement(INSERT_FOLLOWED);
                    var tweet = connection.prepareStatement(INSERT_TWEET)) {
                profile.setInt(1, user);
                profile.setString(2, "user " + user);
                profile.setString(3, "user" + user + "@example.org");
                profile.setInt(4, 1);
                profile.executeUpdate();
                follower.setInt(1, next);
                follower.setInt(2, user);
                follower.executeUpdate();
                followed.setInt(1, user);
                followed.setInt(2, next);
                followed.executeUpdate();
                tweet.setInt(1, user);
                tweet.setInt(2, user);
                tweet.setString(3, "the first of user " + user);
                tweet.setInt(4, user);
                tweet.executeUpdate();
            }
        }
    }
}
