package moirai.studies.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.studies.programs.twitter.Twitter;
import moirai.studies.programs.twitter.TwitterSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TwitterTest {

    private final Twitter twitter = new Twitter();

    private static Connection open(Engine engine) throws SQLException {
        return engine.open(TwitterSchema.statements(), connection -> TwitterSchema.load(connection, 3));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAskedIsWhatWasLoaded(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(twitter.tweet(connection, 2)).isEqualTo("the first of user 2");
            assertThat(twitter.tweet(connection, 4)).isEmpty();
            assertThat(twitter.tweetsFromFollowing(connection, 3)).containsExactly("the first of user 1");
            assertThat(twitter.followers(connection, 1)).containsExactly("user 3");
            assertThat(twitter.userTweets(connection, 2)).isEqualTo(1);
            assertThat(twitter.userTweets(connection, 9)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void tweetsAreNumberedInTheirOrder(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(twitter.insertTweet(connection, 1, "a", 10)).isEqualTo(1);
            assertThat(twitter.insertTweet(connection, 2, "b", 11)).isEqualTo(2);
            assertThat(Engine.number(connection, "SELECT uid FROM added_tweets WHERE id = 2"))
                    .isEqualTo(2);
        }
    }
}
