package main
import ("fmt"; "os"; "sync"; "time")
func main() {
    file, wrong := os.CreateTemp("", "a")
    if wrong != nil { panic(wrong) }
    fmt.Fprintln(file, time.Now().Local())
    var all sync.WaitGroup
    sum := make(chan int, 2)
    for n := 0; n < 2; n++ { all.Add(1); go func() { sum <- 1; all.Done() }() }
    all.Wait()
    fmt.Println(<-sum + <-sum)
}
