package moirai.studies.keyvalue.report;

import java.util.List;
import moirai.studies.keyvalue.Assertion;
import moirai.studies.keyvalue.Harness;
import moirai.studies.keyvalue.KeyValueProgram;
import moirai.studies.keyvalue.Operation;
import moirai.studies.keyvalue.applications.Courseware;
import moirai.studies.keyvalue.applications.ShoppingCart;
import moirai.studies.keyvalue.applications.TreiberStack;
import moirai.studies.keyvalue.applications.Twitter;

/**
 * A row of the paper's table 1. The paper says that 3 clients call 3 operations each, and not which. So there are four
 * kinds of harnesses, among whose figures the paper's should lie.
 *
 * @param assertion that is to be broken
 * @param program whose operations are drawn for random harnesses
 * @param small only the calls that the paper's text mentions (section 7.1, and section 1 for the cart)
 * @param published the calls of each client in the paper's public artefact
 * @param aimed 3 sessions with 3 operations each, all of which concern the assertion
 * @param paperIterations the average number of runs that the paper needed
 */
public record Scenario(
        Assertion assertion,
        KeyValueProgram program,
        Harness small,
        Harness published,
        Harness aimed,
        double paperIterations) {

    /** The five rows, in the paper's order. */
    public static List<Scenario> all() {
        return List.of(stack(), overflow(), removed(), cart(), feed());
    }

    private static Scenario stack() {
        var stack = new TreiberStack();
        List<Operation> first = List.of(stack.push(11), stack.push(12), stack.pop());
        List<Operation> second = List.of(stack.pop(), stack.push(22), stack.pop());
        return new Scenario(
                TreiberStack.POPPED_ONCE,
                stack,
                new Harness(stack, List.of(stack.push(11)), List.of(List.of(stack.pop()), List.of(stack.pop()))),
                new Harness(stack, List.of(first, second, List.of(stack.pop(), stack.pop()))),
                new Harness(stack, List.of(first, second, List.of(stack.pop(), stack.pop(), stack.pop()))),
                3.7);
    }

    private static Scenario overflow() {
        var open = new Courseware();
        return new Scenario(
                Courseware.WITHIN_CAPACITY,
                open,
                new Harness(open, List.of(List.of(open.enrol("Ann", "C")), List.of(open.enrol("Ben", "C")))),
                publishedCourseware(),
                aimedCourseware(),
                10.6);
    }

    private static Scenario removed() {
        var open = new Courseware();
        return new Scenario(
                Courseware.REMOVED_IS_EMPTY,
                open,
                new Harness(
                        open, List.of(List.of(open.enrol("Ann", "C")), List.of(open.remove("C"), open.students("C")))),
                publishedCourseware(),
                aimedCourseware(),
                57.5);
    }

    /** Returns the artefact's harness, in which the opening of a course may be missed. */
    private static Harness publishedCourseware() {
        var courses = Courseware.closed();
        return new Harness(
                courses,
                List.of(courses.create("C"), courses.create("D")),
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
                                courses.students("D"))));
    }

    private static Harness aimedCourseware() {
        var courses = Courseware.closed();
        return new Harness(
                courses,
                List.of(courses.create("C"), courses.create("D")),
                List.of(
                        List.of(courses.enrol("Ann", "C"), courses.enrol("Ann", "D"), courses.enrolments()),
                        List.of(courses.enrol("Ben", "C"), courses.remove("D"), courses.students("D")),
                        List.of(courses.enrol("Cem", "D"), courses.enrolments(), courses.enrolments())));
    }

    private static Scenario cart() {
        var cart = new ShoppingCart();
        List<Operation> adding = List.of(cart.add("I"), cart.show(), cart.show());
        List<Operation> removing = List.of(cart.remove("I"), cart.show(), cart.show());
        return new Scenario(
                ShoppingCart.STAYS_DELETED,
                cart,
                new Harness(
                        cart,
                        List.of(List.of(cart.add("I")), List.of(cart.remove("I")), List.of(cart.show(), cart.show()))),
                new Harness(cart, List.of(removing, adding)),
                new Harness(cart, List.of(removing, adding, List.of(cart.show(), cart.show(), cart.show()))),
                20.2);
    }

    private static Scenario feed() {
        var twitter = new Twitter();
        Operation follow = twitter.follow("B", "A");
        Operation feed = twitter.newsFeed("B");
        Operation timeline = twitter.timeline("A");
        return new Scenario(
                Twitter.FEED_IS_COMPLETE,
                twitter,
                new Harness(twitter, List.of(List.of(twitter.tweet("A", 1)), List.of(follow, feed), List.of(timeline))),
                new Harness(
                        twitter,
                        List.of(
                                List.of(twitter.tweet("A", 1), twitter.tweet("A", 2)),
                                List.of(follow, feed),
                                List.of(timeline))),
                new Harness(
                        twitter,
                        List.of(
                                List.of(twitter.tweet("A", 1), twitter.tweet("A", 2), twitter.tweet("A", 3)),
                                List.of(follow, feed, feed),
                                List.of(timeline, timeline, timeline))),
                6.3);
    }
}
