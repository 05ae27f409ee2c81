package moirai.programs.keyvalue.report;

import java.util.List;
import moirai.programs.keyvalue.Assertion;
import moirai.programs.keyvalue.Harness;
import moirai.programs.keyvalue.KeyValueProgram;
import moirai.programs.keyvalue.applications.Courseware;
import moirai.programs.keyvalue.applications.ShoppingCart;
import moirai.programs.keyvalue.applications.TreiberStack;
import moirai.programs.keyvalue.applications.Twitter;

/**
 * A row of the paper's table 1.
 *
 * @param assertion that is to be broken
 * @param program that makes random harnesses
 * @param fixed a harness that is aimed at the assertion: what each client of the paper's public artefact calls
 * @param paperIterations how many runs the paper needed on average
 */
public record Scenario(Assertion assertion, KeyValueProgram program, Harness fixed, double paperIterations) {

    /** The five rows, in the paper's order. */
    public static List<Scenario> all() {
        return List.of(stack(), overflow(), removed(), cart(), feed());
    }

    private static Scenario stack() {
        var stack = new TreiberStack();
        return new Scenario(
                TreiberStack.POPPED_ONCE,
                stack,
                new Harness(
                        stack,
                        List.of(
                                List.of(stack.push(11), stack.push(12), stack.pop()),
                                List.of(stack.pop(), stack.push(22), stack.pop()),
                                List.of(stack.pop(), stack.pop()))),
                3.7);
    }

    private static Scenario overflow() {
        return new Scenario(Courseware.WITHIN_CAPACITY, new Courseware(), courseware(), 10.6);
    }

    private static Scenario removed() {
        return new Scenario(Courseware.REMOVED_IS_EMPTY, new Courseware(), courseware(), 57.5);
    }

    private static Harness courseware() {
        var courses = new Courseware();
        return new Harness(
                courses,
                List.of(
                        List.of(
                                courses.enrol("Ann", "C"),
                                courses.enrolments(),
                                courses.enrol("Ann", "D"),
                                courses.enrolments()),
                        List.of(
                                courses.enrol("Ben", "C"),
                                courses.enrolments(),
                                courses.remove("D"),
                                courses.enrolments())));
    }

    private static Scenario cart() {
        var cart = new ShoppingCart();
        return new Scenario(
                ShoppingCart.STAYS_DELETED,
                cart,
                new Harness(
                        cart,
                        List.of(
                                List.of(cart.remove("I"), cart.show(), cart.show()),
                                List.of(cart.add("I"), cart.show(), cart.show()))),
                20.2);
    }

    private static Scenario feed() {
        var twitter = new Twitter();
        return new Scenario(
                Twitter.FEED_IS_COMPLETE,
                twitter,
                new Harness(
                        twitter,
                        List.of(
                                List.of(twitter.tweet("A", 1), twitter.tweet("A", 2)),
                                List.of(twitter.follow("B", "A"), twitter.newsFeed("B")),
                                List.of(twitter.timeline("A")))),
                6.3);
    }
}
