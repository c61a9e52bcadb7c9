// Grundy values of a graph without cycles, read from standard input as `nim graph` reads it.
#include <iostream>
#include <vector>

// The edges sorted by one of their ends: where each vertex begins, and the other ends.
struct Adjacency {
    std::vector<int> begin, ends;
    Adjacency(int vertices, const std::vector<int>& of, const std::vector<int>& to)
        : begin(vertices + 2), ends(of.size()) {
        for (int vertex : of) begin[vertex + 1]++;
        for (int vertex = 0; vertex <= vertices; vertex++) begin[vertex + 1] += begin[vertex];
        std::vector<int> place = begin;
        for (std::size_t edge = 0; edge < of.size(); edge++) ends[place[of[edge]]++] = to[edge];
    }
};

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int vertices, edges;
    std::cin >> vertices >> edges;
    std::vector<int> tails(edges), heads(edges);
    for (int edge = 0; edge < edges; edge++) std::cin >> tails[edge] >> heads[edge];
    const Adjacency after(vertices, tails, heads), before(vertices, heads, tails);
    std::vector<int> pending(vertices + 1), values(vertices + 1), seen(vertices + 2), order;
    for (int vertex = 1; vertex <= vertices; vertex++) {
        pending[vertex] = after.begin[vertex + 1] - after.begin[vertex];
        if (!pending[vertex]) order.push_back(vertex);
    }
    for (std::size_t done = 0; done < order.size(); done++) {
        const int vertex = order[done];
        for (int place = after.begin[vertex]; place < after.begin[vertex + 1]; place++)
            seen[values[after.ends[place]]] = vertex;
        while (seen[values[vertex]] == vertex) values[vertex]++;
        for (int place = before.begin[vertex]; place < before.begin[vertex + 1]; place++)
            if (!--pending[before.ends[place]]) order.push_back(before.ends[place]);
    }
    for (int vertex = 1; vertex <= vertices; vertex++)
        std::cout << "SG(" << vertex << ") = " << values[vertex] << "\n";
}
