package moirai.studies.programs.twitter;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The five transactions of Twitter, 8 statements. The caller commits. Lists of users are asked one by one, and a new
 * tweet takes the number after the greatest, where OLTP-Bench has the database count.
 */
public final class Twitter {

    private static final String TWEET = "SELECT text FROM tweets WHERE id = ?";

    private static final String FOLLOWED = "SELECT f2 FROM follows WHERE f1 = ?";

    private static final String TWEETS = "SELECT text FROM tweets WHERE uid = ?";

    private static final String FOLLOWERS = "SELECT f2 FROM followers WHERE f1 = ?";

    private static final String NAME = "SELECT name FROM user_profiles WHERE uid = ?";

    private static final String LAST_ADDED = "SELECT MAX(id) AS last FROM added_tweets";

    private static final String INSERT_TWEET =
            "INSERT INTO added_tweets (id, uid, text, createdate) VALUES (?, ?, ?, ?)";

    /** Executes GetTweet; returns its text, empty if there is none. */
    public String tweet(Connection connection, int tweet) throws SQLException {
        try (var select = connection.prepareStatement(TWEET)) {
            select.setInt(1, tweet);
            ResultSet found = select.executeQuery();
            if (found.next()) {
                return found.getString("text");
            }
            return "";
        }
    }

    /** Executes GetTweetsFromFollowing; returns the texts of all users whom a user follows. */
    public List<String> tweetsFromFollowing(Connection connection, int user) throws SQLException {
        var texts = new ArrayList<String>();
        try (var followed = connection.prepareStatement(FOLLOWED);
                var tweets = connection.prepareStatement(TWEETS)) {
            followed.setInt(1, user);
            ResultSet others = followed.executeQuery();
            while (others.next()) {
                tweets.setInt(1, others.getInt("f2"));
                ResultSet found = tweets.executeQuery();
                while (found.next()) {
                    texts.add(found.getString("text"));
                }
            }
        }
        return texts;
    }

    /** Executes GetFollowers; returns the names of the users who follow a user. */
    public List<String> followers(Connection connection, int user) throws SQLException {
        var names = new ArrayList<String>();
        try (var followers = connection.prepareStatement(FOLLOWERS);
                var profile = connection.prepareStatement(NAME)) {
            followers.setInt(1, user);
            ResultSet others = followers.executeQuery();
            while (others.next()) {
                profile.setInt(1, others.getInt("f2"));
                ResultSet found = profile.executeQuery();
                if (found.next()) {
                    names.add(found.getString("name"));
                }
            }
        }
        return names;
    }

    /** Executes GetUserTweets; returns the number of texts that a user has written. */
    public int userTweets(Connection connection, int user) throws SQLException {
        int count = 0;
        try (var tweets = connection.prepareStatement(TWEETS)) {
            tweets.setInt(1, user);
            ResultSet found = tweets.executeQuery();
            while (found.next()) {
                count++;
            }
        }
        return count;
    }

    /** Executes InsertTweet; returns the number of the new tweet. */
    public int insertTweet(Connection connection, int user, String text, int time) throws SQLException {
        try (var last = connection.prepareStatement(LAST_ADDED);
                var insert = connection.prepareStatement(INSERT_TWEET)) {
            ResultSet greatest = last.executeQuery();
            int id = 1;
            if (greatest.next()) {
                id = greatest.getInt("last") + 1;
            }
            insert.setInt(1, id);
            insert.setInt(2, user);
            insert.setString(3, text);
            insert.setInt(4, time);
            insert.executeUpdate();
            return id;
        }
    }
}
