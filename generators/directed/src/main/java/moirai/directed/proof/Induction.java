package moirai.directed.proof;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import moirai.directed.encoding.Encoding;
import moirai.directed.program.TxnType;
import moirai.directed.solving.Circuit;

/**
 * A proof that dependencies never lead back in the order in which writes take effect.
 *
 * <p>A round shows for some transactions, the leaders, that none of them is on a cycle: (1) a transaction that directly
 * depends on a leader comes after it; (2) in each path of two dependencies over three transactions the last one comes
 * after one of the others; (3) no leader is on a cycle of two. By (1) and (2) each path from a leader leads forward, by
 * induction over its length; (3) is needed because the transactions of (2) are three. The next round is about
 * executions without those leaders. The proof is complete when the remaining transactions do not depend on each other.
 *
 * <p>In the setting of a crowd this covers all executions. Without a crowd, it is assumed that all named transactions
 * find the same rows that other transactions have left. Cost: a formula for each two and three types.
 *
 * <p>Source: Nagar, Jagannathan, Automated Detection of Serializability Violations under Weak Consistency (2018),
 * section 5.3; without (3) there.
 */
public final class Induction {

    private final Claim claim;
    private final List<String> steps = new ArrayList<>();

    /** Creates a proof of a claim in its setting. */
    public Induction(Claim claim) {
        this.claim = claim;
    }

    /** Proves the claim with all leaders that can be found in each round. */
    public Proof prove() {
        steps.clear();
        Claim rest = claim;
        while (!names(rest).isEmpty()) {
            Claim round = rest;
            List<String> leaders = names(rest).parallelStream()
                    .filter(txn -> backwards(round, List.of(txn)).isEmpty())
                    .toList();
            List<String> tried = leaders.isEmpty() ? names(rest) : leaders;
            Optional<CounterModel> obstacle = obstacle(rest, tried);
            if (obstacle.isPresent()) {
                return new Proof.NotProven(claim, steps, obstacle.get());
            }
            rest = without(rest, leaders);
        }
        return new Proof.Proven(claim, steps);
    }

    /**
     * Proves the claim with these leaders, round by round; those left at the end must not depend on each other.
     *
     * <p>Throws IllegalArgumentException for a transaction that does not exist.
     */
    public Proof prove(List<Set<String>> rounds) {
        steps.clear();
        rounds.forEach(leaders -> leaders.forEach(claim.program()::txn));
        Claim rest = claim;
        for (Set<String> leaders : rounds) {
            List<String> ordered =
                    names(rest).stream().filter(leaders::contains).toList();
            Optional<CounterModel> obstacle = obstacle(rest, ordered);
            if (obstacle.isPresent()) {
                return new Proof.NotProven(claim, steps, obstacle.get());
            }
            rest = without(rest, ordered);
        }
        Claim last = rest;
        Optional<CounterModel> left = first(
                pairs(names(last), names(last)),
                pair -> refute(last, pair, "transactions that are left depend on each other", encoding ->
                        new int[] {encoding.dependencies()[0][1]}));
        if (left.isPresent()) {
            return new Proof.NotProven(claim, steps, left.get());
        }
        steps.add("Left are " + names(rest) + ", which do not depend on each other.");
        return new Proof.Proven(claim, steps);
    }

    private static List<String> names(Claim rest) {
        return rest.program().txns().stream().map(TxnType::name).toList();
    }

    private static Claim without(Claim rest, Collection<String> leaders) {
        return rest.only(
                names(rest).stream().filter(txn -> !leaders.contains(txn)).toList());
    }

    /** Returns the obstacle of a round; if there is none, adds its steps and returns empty. */
    private Optional<CounterModel> obstacle(Claim rest, List<String> leaders) {
        Optional<CounterModel> found = backwards(rest, leaders)
                .or(() -> detour(rest))
                .or(() -> first(
                        pairs(leaders, names(rest)),
                        pair -> refute(rest, pair, "a cycle of two", encoding ->
                                new int[] {encoding.dependencies()[0][1], encoding.dependencies()[1][0]})));
        if (found.isEmpty()) {
            steps.add("What depends on one of " + leaders + " comes after it, among " + names(rest) + ".");
            steps.add("Of three that depend on each other in a row the last comes after one of the others.");
            steps.add("None of " + leaders + " is on a cycle of two.");
        }
        return found;
    }

    private static Optional<CounterModel> backwards(Claim rest, List<String> leaders) {
        return first(
                pairs(leaders, names(rest)),
                pair -> refute(rest, pair, "the second depends on the first and comes before it", encoding ->
                        new int[] {encoding.dependencies()[0][1], Circuit.not(encoding.before(0, 1))}));
    }

    private static Optional<CounterModel> detour(Claim rest) {
        List<List<String>> triples = pairs(names(rest), names(rest)).stream()
                .flatMap(pair -> names(rest).stream()
                        .map(third ->
                                Stream.concat(pair.stream(), Stream.of(third)).toList()))
                .toList();
        return first(
                triples,
                triple -> refute(
                        rest,
                        triple,
                        "each depends on the one before, and the last comes first",
                        encoding -> new int[] {
                            encoding.dependencies()[0][1],
                            encoding.dependencies()[1][2],
                            Circuit.not(encoding.before(0, 2)),
                            Circuit.not(encoding.before(1, 2))
                        }));
    }

    private static List<List<String>> pairs(List<String> firsts, List<String> seconds) {
        return firsts.stream()
                .flatMap(first -> seconds.stream().map(second -> List.of(first, second)))
                .toList();
    }

    /** Returns the first obstacle in the order of the list, whichever is found first. */
    private static Optional<CounterModel> first(
            List<List<String>> all, Function<List<String>, Optional<CounterModel>> look) {
        return all.parallelStream().map(look).flatMap(Optional::stream).findFirst();
    }

    private static Optional<CounterModel> refute(
            Claim rest, List<String> txns, String what, Function<Encoding, int[]> question) {
        Encoding encoding = rest.encoding(txns);
        int[] assumptions = question.apply(encoding);
        return encoding.circuit().isSatisfiable(assumptions)
                ? Optional.of(CounterModel.of(what + ": " + String.join(", ", txns), encoding, assumptions))
                : Optional.empty();
    }
}
